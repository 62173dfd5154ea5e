// Suggestions as one types: addresses, terms, titles, situations that begin with what is there.
{
  const { citeAddress, isWord, parseAddress } = lawbase.engine;
  const BETWEEN = "\0";
  const NO_LETTERS = /[^\p{L}\0]+/gu;
  const KINDS = ["citation", "term", "heading", "topic", "situation"];
  const TITLED = ["law", "section"];

  class Suggester {
    constructor(catalogue, analyzer, passages, { suggestions, titles }) {
      Object.assign(this, { catalogue, analyzer, passages, suggestions, titles });
      this.read = {};
      this.last = { asked: null, found: [] };
    }

    // The best completions of some kinds: those that begin as typed, then by kind, then the shortest.
    // Every word typed must begin a word of what is suggested. Citations belong to no language, "".
    suggest(typed, languages, limit = 8, kinds = KINDS) {
      const asked = `${languages} ${typed}`;
      if (this.last.asked !== asked) this.last = { asked, found: this.opened(typed, languages) };
      return this.last.found.filter(({ kind }) => kinds.includes(kind)).slice(0, limit);
    }

    // All that begins as typed, the best first.
    opened(typed, languages) {
      const words = this.words(this.analyzer.latin(typed));
      if (!words.length) return [];
      return languages
        .flatMap((language) => this.opening(words, language))
        .map((entry) => Object.assign(entry, { own: entry.own ?? this.words(entry.text) }))
        .filter(({ own }) => words.every((word) => own.some((other) => opens(word, other))))
        .map((entry) => ({ ...entry, begins: words.every((w, n) => opens(w, entry.own[n])) }))
        .sort(better);
    }

    // What may be suggested in a language: what has a word that the longest one typed begins. Only
    // that is taken apart into words, for a reader meets little of all that could be.
    opening(words, language) {
      const { plain, starts, entries } = (this.read[language] ??= this.listed(language));
      const { form } = words.reduce((one, other) => (other.form.length > one.form.length ? other : one));
      if (!isWord(form)) return entries;
      const found = [];
      let next = 0;
      for (let at = plain.indexOf(` ${form}`); at >= 0; at = plain.indexOf(` ${form}`, at)) {
        while (starts[next] <= at) next++;
        found.push(entries[next - 1]);
        at = starts[next] ?? plain.length;
      }
      return found;
    }

    // What may be suggested in a language, its plain letters with a blank before every word, and where
    // those of each entry begin.
    listed(language) {
      const entries = this.entries(language);
      const texts = entries.map(({ text }) => text).join(BETWEEN);
      const letters = this.analyzer.fold(this.analyzer.latin(texts)).replace(NO_LETTERS, " ");
      const plain = ` ${letters.replaceAll(BETWEEN, `${BETWEEN} `)}`;
      const starts = [0];
      for (let at = plain.indexOf(BETWEEN); at >= 0; at = plain.indexOf(BETWEEN, at + 1)) starts.push(at + 1);
      return { plain, starts, entries };
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
        [...new Set(texts)].map((text) => ({ text, kind, language })),
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
