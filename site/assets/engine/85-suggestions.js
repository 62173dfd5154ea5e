// Suggestions as one types: addresses, terms, titles, situations that begin with what is there.
{
  const { citeAddress, parseAddress, placeIn } = lawbase.engine;
  const KINDS = ["citation", "term", "heading", "topic", "situation"];
  const TITLED = ["law", "section"];

  class Suggester {
    constructor(catalogue, analyzer, passages, { suggestions, titles }) {
      Object.assign(this, { catalogue, analyzer, passages, suggestions, titles });
      this.read = {};
    }

    // The best completions of some kinds: those that begin as typed, then by kind, then the shortest.
    // Every word typed must begin a word of what is suggested. Citations belong to no language, "".
    suggest(typed, languages, limit = 8, kinds = KINDS) {
      const words = this.words(this.analyzer.latin(typed));
      if (!words.length) return [];
      return languages
        .flatMap((language) => this.opening(words, language))
        .filter(({ kind }) => kinds.includes(kind))
        .filter(({ own }) => words.every((word) => own.some((other) => opens(word, other))))
        .map((entry) => ({ ...entry, begins: words.every((w, n) => opens(w, entry.own[n])) }))
        .sort(better)
        .slice(0, limit);
    }

    // What may be suggested in a language: what has a word that the longest one typed begins.
    opening(words, language) {
      const { forms, entries } = (this.read[language] ??= byWord(this.entries(language)));
      const { form } = words.reduce((one, other) => (other.form.length > one.form.length ? other : one));
      const found = new Set();
      for (let n = placeIn(forms, form); n < forms.length && forms[n].startsWith(form); n++) {
        found.add(entries[n]);
      }
      return [...found];
    }

    // The words of a text as they are compared, and as they are written.
    words(text) {
      const tokens = this.analyzer.tokens(text);
      return tokens.map(({ form, start, end }) => ({
        form,
        written: text.slice(start, end).toLowerCase(),
      }));
    }

    entries(language) {
      const found = language ? this.spoken(language) : { citation: this.citations() };
      return Object.entries(found).flatMap(([kind, texts]) =>
        [...new Set(texts)].map((text) => ({ text, kind, language, own: this.words(text) })),
      );
    }

    spoken(language) {
      const suggestions = this.suggestions[language] ?? {};
      const titles = this.titles[language] ?? [];
      const { catalogue, passages } = this;
      const heading = catalogue
        .spokenIn(language)
        .filter((document) => TITLED.includes(catalogue.kindOf(document)))
        .map((document) => passages.heading(document))
        .filter(Boolean);
      return { ...suggestions, heading, situation: titles.filter(Boolean) };
    }

    citations() {
      const keys = this.catalogue.keys.filter((key) => /^\d[^#]*$/.test(key));
      return [...new Set(keys)].map((key) => citeAddress(parseAddress(key), "({})"));
    }
  }

  // The forms of the words of entries, sorted, and beside each the entry that has it.
  function byWord(entries) {
    const found = entries.flatMap((entry) => entry.own.map(({ form }) => ({ form, entry })));
    found.sort((one, other) => compare(one.form, other.form));
    return { forms: found.map(({ form }) => form), entries: found.map(({ entry }) => entry) };
  }

  // Whether a typed word begins another: as it is written, once it has diacritics.
  function opens(typed, word) {
    const how = typed.form === typed.written ? "form" : "written";
    return word?.[how].startsWith(typed[how]) ?? false;
  }

  function better(one, other) {
    return (
      other.begins - one.begins ||
      KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind) ||
      one.text.length - other.text.length ||
      compare(one.text, other.text) ||
      compare(one.language, other.language)
    );
  }

  const compare = (one, other) => (one < other ? -1 : one > other ? 1 : 0);

  lawbase.engine.Suggester = Suggester;
}
