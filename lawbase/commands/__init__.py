"""The commands, one a module, each imported only when it runs."""
