// The documents of the index by where they stand: editions, laws, threads, keys.
{
  const { kept, Lists, numbersOf, keyOf } = lawbase.engine;

  class Catalogue {
    // loaded: the languages whose texts are there.
    constructor(part, loaded) {
      this.editions = part.editions.map(([id, language, year, laws, inForce, rank, missing]) => ({
        id,
        language,
        year,
        laws,
        inForce,
        rank,
        missing,
      }));
      this.loaded = new Set(loaded);
      this.keys = part.keys.split("\n");
      this.size = this.keys.length;
      this.edition = new Uint8Array(this.size);
      part.editions.reduce((start, row, n) => {
        this.edition.fill(n, start, start + row[7]);
        return start + row[7];
      }, 0);
      this.kindNames = part.kinds;
      this.kind = numbersOf(part.kind);
      this.note = part.kinds.indexOf("footnote");
      this.threads = threadsOf(part.threads);
      // What a document belongs to: a footnote to the one that bears it; -1 for nothing.
      this.above = numbersOf(part.above);
      for (let n = 0; n < this.size; n++) this.above[n] = this.above[n] ? n - this.above[n] : -1;
      const bearers = this.above.map((document) => document + 1);
      this.dependents = Lists.inverting(bearers, this.size + 1);
      this.byThread = Lists.inverting(this.threads, this.threads.reduce(larger, -1) + 1);
      // By document: its law, or 0; and what it stands below by its key, or -1, sections outside the
      // laws standing alone.
      this.lawOf = this.keys.map((key) => parseInt(key, 10) || 0);
      this.parents = this.above.map((above, n) => (this.lawOf[n] || this.isNote(n) ? above : -1));
      this.spoken = new Map();
      this.texts = [];
      this.laws = [];
      this.newest = Math.max(0, ...this.editions.map(({ year }) => year));
      this.lastLaw = Math.max(0, ...this.editions.map(({ laws }) => (laws ? laws[1] : 0)));
    }

    editionOf(document) {
      return this.editions[this.edition[document]];
    }

    language(document) {
      return this.editionOf(document).language;
    }

    isLoaded(document) {
      return this.loaded.has(this.language(document));
    }

    // The documents of a language, in order.
    spokenIn(language) {
      return kept(this.spoken, language, () => {
        const found = [];
        for (let n = 0; n < this.size; n++) if (this.language(n) === language) found.push(n);
        return found;
      });
    }

    kindOf(document) {
      return this.kindNames[this.kind[document]];
    }

    isNote(document) {
      return this.kind[document] === this.note;
    }

    // The texts of a provision in all editions that have it under this address.
    at(address) {
      this.byKey ??= grouped(this.keys);
      return this.byKey.get(keyOf(address)) ?? [];
    }

    // The texts of what stands directly below a provision: paragraphs and footnotes.
    below(address) {
      return this.at(address).flatMap((document) => [...this.directlyBelow(document)]);
    }

    // What stands directly below a document, ascending.
    directlyBelow(document) {
      return this.dependents.of(document + 1);
    }

    // A document and all that stands below it.
    *around(document) {
      yield document;
      for (const below of this.directlyBelow(document)) {
        if (this.parents[below] === document) yield* this.around(below);
      }
    }

    thread(number) {
      return (this.texts[number] ??= [...this.byThread.of(number)]);
    }

    // The laws that the texts of a thread lie in.
    lawsOf(number) {
      return (this.laws[number] ??= [...new Set(this.thread(number).map((n) => this.lawOf[n]))]);
    }

    // Which of some texts of one rule a reader is shown: the text in force in a language of theirs; else
    // the leading one in force, and beside it their own; else the newest.
    preferred(documents, languages) {
      const rank = (document) => this.editionOf(document).rank;
      const ranked = [...documents].sort((a, b) => rank(a) - rank(b));
      const isOwn = (document) => languages.includes(this.language(document));
      const own = ranked.find(isOwn);
      const abroad = ranked.find((document) => !isOwn(document));
      if (own !== undefined && this.editionOf(own).inForce) return [own];
      const leads = abroad !== undefined && this.editionOf(abroad).inForce;
      return [leads ? abroad : undefined, own ?? (leads ? undefined : abroad)].filter(
        (document) => document !== undefined,
      );
    }

    // Whether a thread of the laws has no text in force.
    isSuperseded(number) {
      const editions = this.thread(number).map((document) => this.editionOf(document));
      return editions.some(({ laws }) => laws) && !editions.some(({ inForce }) => inForce);
    }

    // Whether some filters leave an edition in force.
    isInForce(filters) {
      return this.editions.some((edition) => edition.inForce && isWithin(edition, filters));
    }

    // The edition of laws within some filters that reaches farthest, if there is one.
    reaching(filters) {
      const within = this.editions.filter((e) => e.laws && isWithin(e, filters));
      return within.reduce((far, e) => (far && far.laws[1] >= e.laws[1] ? far : e), null);
    }

    // The editions within some filters that should have a provision, but whose text lacks it.
    lacking(address, filters) {
      const key = keyOf(address);
      return this.editions.filter((e) => e.missing.includes(key) && isWithin(e, filters));
    }

    // Whether a document is there, and within some filters.
    allows(filters, document) {
      const { laws, kinds } = filters;
      const law = this.lawOf[document];
      return (
        this.isLoaded(document) &&
        isWithin(this.editionOf(document), filters) &&
        (!laws.length || laws.some(([first, last]) => first <= law && law <= last)) &&
        (!kinds.length || kinds.includes(this.kindOf(document)))
      );
    }

    // As few of some filters as together leave none of the documents.
    excluding(filters, documents) {
      let needed = filters;
      for (const name of Object.keys(filters)) {
        const fewer = { ...needed, [name]: [] };
        if (!documents.some((document) => this.allows(fewer, document))) needed = fewer;
      }
      return needed;
    }
  }

  function isWithin(edition, { editions, languages, years, force }) {
    return (
      (!editions.length || editions.includes(edition.id)) &&
      (!languages.length || languages.includes(edition.language)) &&
      (!years.length || years.includes(edition.year)) &&
      (!force.length || edition.inForce)
    );
  }

  // Threads in the order of their first texts: 0 is the next new one, others count back from it.
  function threadsOf(text) {
    const threads = numbersOf(text);
    let next = 0;
    for (let n = 0; n < threads.length; n++) threads[n] = threads[n] ? next - threads[n] : next++;
    return threads;
  }

  const larger = (one, other) => Math.max(one, other);

  function grouped(names) {
    const groups = new Map();
    names.forEach((name, document) => {
      if (groups.has(name)) groups.get(name).push(document);
      else groups.set(name, [document]);
    });
    return groups;
  }

  lawbase.engine.Catalogue = Catalogue;
}
