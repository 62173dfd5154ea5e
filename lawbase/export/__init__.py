"""The knowledge base in open formats, a module each; ``formats`` lists them."""
