// How long the fields of documents are, and what a word in a field of a document counts for.
{
  const { numbersOf } = lawbase.engine;
  const NEIGHBOURS = ["heading", "text", "above", "lead", "notes", "below"];

  // A field in one language.
  class Field {
    constructor(name, language, lengths, { field_weights, length_matters }, usual) {
      this.lengths = lengths;
      this.weight = field_weights[name];
      this.matters = length_matters[name];
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
      lengths.lead[n] = text[above[n]];
    }
    for (let n = size - 1; n >= 0; n--) {
      const whole = heading[n] + text[n];
      if (catalogue.isNote(n)) {
        for (const bearer of catalogue.bearers(n)) lengths.notes[bearer] += whole;
      } else if (above[n] >= 0) {
        lengths.below[above[n]] += whole + lengths.below[n];
      }
    }
    return lengths;
  }

  // The fields that topics lend words to, and those of learned equivalents, by name and language.
  function lentFields(catalogue, { lent, usual }, figures) {
    const made = (name, language) => {
      const lengths = new Int32Array(catalogue.size);
      const gaps = numbersOf(lent[name][language].gaps);
      const found = numbersOf(lent[name][language].lengths);
      let document = -1;
      for (let n = 0; n < gaps.length; n++) lengths[(document += gaps[n] + 1)] = found[n];
      return new Field(name, language, lengths, figures, usual);
    };
    return fromNames(Object.keys(lent), (name) =>
      fromNames(Object.keys(lent[name]), (language) => made(name, language)),
    );
  }

  const fromNames = (names, make) => Object.fromEntries(names.map((name) => [name, make(name)]));

  Object.assign(lawbase.engine, { Field, ownFields, lentFields });
}
