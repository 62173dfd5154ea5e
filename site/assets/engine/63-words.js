// The terms of a language, or of what is common to all, and where each stands: in which units (a
// document's heading is its number twice, its text one more) and in which entry points.
{
  const { Lists, numbersOf } = lawbase.engine;

  class LanguageWords {
    constructor(language, part, wording, { catalogue, entryPoints }) {
      Object.assign(this, { language, part, wording, catalogue });
      this.entryPostings = entryPoints;
      this.learned = {};
      this.borrowed = new Set(part.borrowed);
    }

    get terms() {
      return this.wording.terms;
    }

    get units() {
      this.read ??= this.wording.units(this.catalogue.spokenIn(this.language));
      return this.read;
    }

    get entryPoints() {
      const { entry_postings, titled } = this.part;
      this.signed ??= this.entryPostings.postings(entry_postings, titled, this.language);
      return this.signed;
    }

    // The situations of every term, and how many ways of saying each have it: those of which many
    // have it, then those of which few do, as far as these are there.
    get situations() {
      this.readSituations ??= [this.part.situations, this.part.seldom].map(situationsOf);
      return this.readSituations;
    }

    // The learned equivalents of all stems in another language.
    lists(language) {
      const packed = this.part.equivalents[language];
      if (packed && !this.learned[language]) {
        const { counts, terms } = packed;
        this.learned[language] = new Lists(numbersOf(counts), numbersOf(terms));
      }
      return this.learned[language];
    }

    equivalents(language, stem) {
      const lists = this.lists(language);
      return lists && this.terms.has(stem) ? [...lists.of(this.terms.get(stem))] : [];
    }

  }

  // The entry points of what is no word: those of numbers and suits are listed, a concept has those
  // with all telling words of one of its names.
  class CommonEntryPoints {
    // words and lexicons are by language.
    constructor(listed, entryPoints, { words, lexicons }) {
      Object.assign(this, { listed, entryPoints, words, lexicons });
    }

    of(number) {
      const { size } = this.listed;
      if (number < size) return this.listed.of(number);
      return this.naming(`@${number - size}`);
    }

    naming(concept) {
      const found = new Set();
      for (const [language, lexicon] of Object.entries(this.lexicons)) {
        for (const stems of lexicon.naming(concept)) {
          for (const entryPoint of this.having(language, stems)) found.add(entryPoint);
        }
      }
      return Int32Array.from(found).sort();
    }

    // The entry points that stand for concepts and have all of some stems.
    having(language, stems) {
      const { terms, entryPoints } = this.words[language];
      const [first, ...others] = stems.map((stem) => entryPoints.of(terms.get(stem)));
      const also = others.map((list) => new Set(list));
      const isTopic = (entryPoint) => this.entryPoints.kinds[entryPoint] === "topic";
      const hasAll = (entryPoint) => also.every((having) => having.has(entryPoint));
      return first.filter((entryPoint) => isTopic(entryPoint) && hasAll(entryPoint));
    }
  }

  class CommonWords {
    // parts: the common one and those of languages; catalogue: tells which documents are theirs.
    constructor(parts, { catalogue, entryPoints }, spoken) {
      const part = (this.part = parts.common);
      this.parts = parts;
      this.catalogue = catalogue;
      this.unknown = part.unknown;
      this.borrowed = new Set();
      this.weights = numbersOf(part.weights);
      this.terms = new Map(part.terms.map((term, number) => [term, number]));
      const { size } = this.terms;
      for (let n = size; n < this.weights.length; n++) this.terms.set(`@${n - size}`, n);
      this.languages = Object.keys(spoken.words);
      const listed = entryPoints.postings(part.entry_postings, parts["common-ways"]?.titled);
      this.entryPoints = new CommonEntryPoints(listed, entryPoints, spoken);
    }

    get situations() {
      const seldom = this.parts["common-ways"]?.postings;
      this.readSituations ??= [this.part.situations.postings, seldom].map(situationsOf);
      return this.readSituations;
    }

    get units() {
      const { parts, catalogue, languages, weights } = this;
      const listed = () =>
        languages.flatMap((name) =>
          standings(parts[name].common, catalogue.spokenIn(name)),
        );
      this.read ??= unitsOf(listed(), weights.length);
      return this.read;
    }

    // What a term says, if any document has it.
    weight(term) {
      const weight = this.weights[this.terms.get(term)];
      return weight ? weight - 1 : undefined;
    }

    // By number, what a term says in any case.
    get telling() {
      return this.weights.map((weight) => (weight ? weight - 1 : this.unknown));
    }
  }

  // The situations of every term, and in how many ways of saying each it stands besides the first.
  function situationsOf({ counts, gaps, times = "" } = { counts: "", gaps: "" }) {
    const lists = new Lists(numbersOf(counts), numbersOf(gaps)).ascend();
    const more = new Int32Array(lists.items.length);
    more.set(numbersOf(times));
    return { lists, more };
  }

  // The documents of every term, in headings and in texts, and how often it stands in each.
  function standings({ headings, texts }, documents) {
    return [headings, texts].map(({ counts, gaps, times = "" }, inText) => ({
      places: new Lists(numbersOf(counts), numbersOf(gaps)).ascend(),
      times: numbersOf(times),
      unit: (place) => 2 * documents[place] + inText,
    }));
  }

  // The units of every term.
  function unitsOf(listed, size) {
    const units = [];
    const counts = new Int32Array(size);
    for (let term = 0; term < size; term++) {
      const before = units.length;
      for (const { places, times, unit } of listed) {
        for (let n = places.starts[term]; n < places.starts[term + 1]; n++) {
          for (let left = (times[n] ?? 0) + 1; left; left--) units.push(unit(places.items[n]));
        }
      }
      counts[term] = units.length - before;
    }
    return new Lists(counts, Int32Array.from(units));
  }

  Object.assign(lawbase.engine, { LanguageWords, CommonWords });
}
