// Quoted phrases: exact words in exact order, but for case and diacritics.
{
  class PhraseFinder {
    // words: the own words of a document, heading first.
    constructor(analyzer, lexicons, postings, words) {
      Object.assign(this, { analyzer, lexicons, postings, words });
    }

    // The documents that have a phrase, in the order of the index. Its stems give the few that may
    // have it, their words decide.
    find(phrase) {
      const forms = this.analyzer.tokens(phrase).map(({ form }) => form);
      if (!forms.length) return [];
      const wanted = ` ${forms.join(" ")} `;
      const having = [...new Set(forms)].map((form) => this.having(form));
      return [...having[0]]
        .filter((document) => having.every((documents) => documents.has(document)))
        .filter((document) => ` ${this.words(document).join(" ")} `.includes(wanted))
        .sort((a, b) => a - b);
    }

    having(form) {
      const found = new Set(this.postings.of("common", form).documents);
      for (const [name, lexicon] of Object.entries(this.lexicons)) {
        for (const stem of lexicon.stems(form)) {
          for (const document of this.postings.of(name, stem).documents) found.add(document);
        }
      }
      return found;
    }
  }

  lawbase.engine.PhraseFinder = PhraseFinder;
}
