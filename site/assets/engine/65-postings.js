// Where terms stand and how much a document is about them: BM25F, worked out when a term is first
// asked for. A document's fields repeat the words of its neighbours and of situations; so the
// documents' own words and those of situations tell all.
{
  const { ascending, kept, numbersOf } = lawbase.engine;
  const NOWHERE = { documents: [], weights: [], entryPoints: [] };
  const UNSAID = { situations: [], counts: [], saying: [] };
  const MANY = 64;
  const NEIGHBOURS = ["heading", "text", "above"];

  // A field in one language.
  class Field {
    constructor(name, language, lengths, { fields }, usual) {
      this.lengths = lengths;
      [this.weight, this.matters] = fields[name];
      this.usual = usual[name]?.[language] ?? 1;
      this.shares = new Float64Array(lengths.length);
    }

    // What a word counts for in a document's field: less in a long one.
    share(document) {
      const { shares, weight, matters, usual, lengths } = this;
      return (
        shares[document] ||
        (shares[document] = weight / (1 - matters + (matters * lengths[document]) / usual))
      );
    }
  }

  class Postings {
    // parts: how long fields are is in the common one; languages: those of the vocabulary.
    constructor(catalogue, entryPoints, situations, common) {
      const { lengths, languages, figures } = common;
      Object.assign(this, { catalogue, entryPoints, situations, words: {} });
      this.figures = figures.weighing;
      this.enough = enoughSaid(situations.lengths, this.figures);
      this.own = ownFields(catalogue, lengths, languages, this.figures);
      this.usual = lengths.usual;
      this.bySituations = {};
      this.frequencies = new Float64Array(catalogue.size);
      this.touched = new Int32Array(catalogue.size);
      this.many = 0;
    }

    // Takes in the words of a language, or what is common to all.
    enter(name, words) {
      this.words[name] = Object.assign(words, { known: new Map(), told: new Map() });
    }

    // The documents that a term stands in, ascending, and its weight in each; its entry points.
    of(name, term) {
      return kept(this.words[name].known, term, () => this.weighed(name, term));
    }

    // The situations that a term is said of, how many ways of saying each have it, and how much each
    // is about it.
    saidOf(name, term) {
      return kept(this.words[name].told, term, () => this.said(name, term));
    }

    // Weighs, one at a time, the terms that take long: those that stand in many places.
    *weighing() {
      for (const [name, words] of Object.entries(this.words)) {
        const { starts } = words.units;
        for (const [term, number] of words.terms) {
          if (starts[number + 1] - starts[number] < MANY) continue;
          this.of(name, term);
          yield;
        }
      }
    }

    weighed(name, term) {
      const words = this.words[name];
      const number = words.terms.get(term);
      if (number === undefined) return NOWHERE;
      const entryPoints = words.entryPoints.of(number);
      const { starts, items } = words.units;
      for (let n = starts[number]; n < starts[number + 1]; n++) this.spread(items[n]);
      this.lend(name, this.saidOf(name, term));
      return { ...this.saturated(), entryPoints };
    }

    // What is said of situations stands in a field of the documents that they lead to, but not what
    // their language borrows from others.
    lend(name, { situations, counts }) {
      const { starts, items } = this.situations.straight;
      const field = this.lentBySituations(name);
      const { borrowed } = this.words[name];
      for (let n = 0; n < situations.length; n++) {
        if (borrowed.has(situations[n])) continue;
        const end = starts[situations[n] + 1];
        for (let at = starts[situations[n]]; at < end; at++) this.add(field, items[at], counts[n]);
      }
    }

    said(name, term) {
      const { whole } = this.figures;
      const words = this.words[name];
      const number = words.terms.get(term);
      if (number === undefined) return UNSAID;
      const situations = [];
      const counts = [];
      const saying = [];
      for (const { lists, more } of words.situations) {
        for (let n = lists.starts[number]; n < lists.starts[number + 1]; n++) {
          const situation = lists.items[n];
          const count = more[n] + 1;
          situations.push(situation);
          counts.push(count);
          saying.push(Math.round((whole * count) / (count + this.enough[situation])));
        }
      }
      return { situations, counts, saying };
    }

    // The field of a language, or of what is common to all, that situations lend words to: as long as
    // all that is said of those that lead to a document before all others.
    lentBySituations(name) {
      if (!this.bySituations[name]) {
        const said = new Int32Array(this.enough.length);
        const { situations, borrowed } = this.words[name];
        for (const { lists, more } of situations) {
          const { items } = lists;
          for (let n = 0; n < items.length; n++) {
            if (!borrowed.has(items[n])) said[items[n]] += more[n] + 1;
          }
        }
        const lengths = new Int32Array(this.catalogue.size);
        said.forEach((length, situation) => {
          for (const document of this.situations.straight.of(situation)) lengths[document] += length;
        });
        const { figures, usual } = this;
        this.bySituations[name] = new Field("situations", name, lengths, figures, usual);
      }
      return this.bySituations[name];
    }

    add(field, document, times = 1) {
      const { frequencies } = this;
      const share = field.share(document);
      if (!frequencies[document]) this.touched[this.many++] = document;
      for (let n = 0; n < times; n++) frequencies[document] += share;
    }

    saturated() {
      const { whole, saturation } = this.figures;
      const { frequencies } = this;
      const documents = ascending(this.touched, this.many);
      const weights = new Uint8Array(documents.length);
      let kept = 0;
      for (let n = 0; n < documents.length; n++) {
        const document = documents[n];
        const frequency = frequencies[document];
        frequencies[document] = 0;
        const weight = Math.round((whole * frequency) / (frequency + saturation));
        if (!weight) continue;
        documents[kept] = document;
        weights[kept++] = weight;
      }
      this.many = 0;
      return { documents: documents.subarray(0, kept), weights: weights.subarray(0, kept) };
    }

    // A word of a heading or text stands in fields of its own document and of its neighbours.
    spread(unit) {
      const { catalogue } = this;
      const document = unit >> 1;
      const fields = this.own[catalogue.language(document)];
      if (unit & 1) {
        this.add(fields.text, document);
      } else {
        this.add(fields.heading, document);
        this.spreadBelow(document, fields);
      }
    }

    spreadBelow(document, fields) {
      const { starts, items } = this.catalogue.dependents;
      for (let n = starts[document + 1]; n < starts[document + 2]; n++) {
        this.add(fields.above, items[n]);
        this.spreadBelow(items[n], fields);
      }
    }

    // The learned equivalents of a stem in another language.
    equivalents(source, target, stem) {
      const { stems } = this.words[target].wording;
      return this.words[source].equivalents(target, stem).map((term) => stems[term]);
    }
  }

  // By situation, how often a term must be said of it to be half of what it is about.
  function enoughSaid(lengths, { said, said_length }) {
    const usual = lengths.reduce((sum, length) => sum + length, 0) / (lengths.length || 1);
    return lengths.map((length) => said * (1 - said_length + (said_length * length) / usual));
  }

  // The fields that repeat the words of a document and of its neighbours, by language and name.
  function ownFields(catalogue, packed, languages, figures) {
    const lengths = neighbourLengths(catalogue, packed);
    return fromNames(languages, (language) =>
      fromNames(
        NEIGHBOURS,
        (name) => new Field(name, language, lengths[name], figures, packed.usual),
      ),
    );
  }

  function neighbourLengths(catalogue, { headings, texts }) {
    const { size, above } = catalogue;
    const lengths = fromNames(NEIGHBOURS, () => new Int32Array(size));
    const heading = (lengths.heading = numbersOf(headings));
    const text = (lengths.text = numbersOf(texts));
    for (let n = 0; n < size; n++) {
      if (above[n] < 0) continue;
      lengths.above[n] = lengths.above[above[n]] + heading[above[n]];
    }
    return lengths;
  }

  const fromNames = (names, make) => Object.fromEntries(names.map((name) => [name, make(name)]));

  lawbase.engine.Postings = Postings;
}
