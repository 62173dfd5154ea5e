// Entry points: headings, glossary words, index topics, and the documents they lead to; and the
// situations with theirs.
{
  const { Lists, numbersOf, signed } = lawbase.engine;

  // Lists of documents, each with its share in per cent.
  class Targets {
    constructor({ counts, targets, shares }) {
      this.lists = new Lists(numbersOf(counts), summed(numbersOf(targets)));
      this.shares = numbersOf(shares);
    }

    // Calls meet with every document of a list and its share.
    each(list, meet) {
      const { starts, items } = this.lists;
      for (let n = starts[list]; n < starts[list + 1]; n++) meet(items[n], this.shares[n]);
    }
  }

  // Where situations lead; lengths tell how much is said of each, rarities what a word says that so
  // many of them have. The last ones lead nowhere, being what people ask that the laws don't answer:
  // beyond are their kinds.
  class Situations extends Targets {
    constructor(part, straight) {
      super(part);
      this.straight = this.leading(straight);
      this.lengths = part.lengths;
      this.rarities = part.rarities;
      this.beyond = part.beyond;
      this.within = part.lengths.length - part.beyond.length;
    }

    // The documents that each situation leads to before all others: with this share.
    leading(straight) {
      const counts = new Int32Array(this.lists.size);
      const documents = [];
      for (let situation = 0; situation < counts.length; situation++) {
        this.each(situation, (document, share) => {
          if (share !== straight) return;
          counts[situation]++;
          documents.push(document);
        });
      }
      return new Lists(counts, Int32Array.from(documents));
    }
  }

  class EntryPoints {
    constructor(part) {
      this.size = part.runs.reduce((sum, [, , count]) => sum + count, 0);
      this.languages = new Array(this.size);
      this.kinds = new Array(this.size);
      this.first = {};
      let next = 0;
      for (const [language, kind, count] of part.runs) {
        this.first[language] ??= next;
        this.languages.fill(language, next, next + count);
        this.kinds.fill(part.kinds[kind], next, next + count);
        next += count;
      }
      this.targets = new Targets(part);
      this.list = summed(numbersOf(part.list));
    }

    // Calls meet with every document that an entry point leads to and its share in per cent.
    lead(entryPoint, meet) {
      this.targets.each(this.list[entryPoint], meet);
    }

    // words and lexicons by language, and what is common to all: what entry points are weighed by.
    learn(words, lexicons, common) {
      Object.assign(this, { words, lexicons, common });
    }

    // How much every entry point says: its own words and numbers, each once.
    get weights() {
      if (!this.weighed) {
        this.weighed = new Int32Array(this.size);
        for (const [language, { weights }] of Object.entries(this.lexicons)) {
          this.weigh(this.words[language].entryPoints, weights);
        }
        this.weigh(this.common.entryPoints.listed, this.common.telling);
        for (let n = 0; n < this.size; n++) this.weighed[n] ||= 1;
      }
      return this.weighed;
    }

    // Adds how much terms say to the entry points of each.
    weigh(entryPoints, telling) {
      for (let term = 0; term < entryPoints.size; term++) {
        for (const entryPoint of entryPoints.of(term)) this.weighed[entryPoint] += telling[term];
      }
    }

    // The entry points of every term of a field, counted from the first one of its language: titles
    // of situations, once they are there, after all others.
    postings(listed, titled, language) {
      const [others, titles] = [listed, titled].map(
        (packed) => packed && new Lists(numbersOf(packed.counts), numbersOf(packed.gaps)).ascend(),
      );
      const lists = titles ? others.with(titles) : others;
      const first = this.first[language] ?? 0;
      for (let n = 0; n < lists.items.length; n++) lists.items[n] += first;
      return lists;
    }
  }

  // Steps to numbers, in place.
  function summed(steps) {
    let last = 0;
    for (let n = 0; n < steps.length; n++) last = steps[n] = last + signed(steps[n]);
    return steps;
  }

  Object.assign(lawbase.engine, { EntryPoints, Situations });
}
