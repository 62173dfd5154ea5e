// Documents as they are shown: citation, headings, text cut into sentences, and where it stands.
{
  const { numbersOf, parseAddress, citeAddress } = lawbase.engine;
  const BETWEEN = " · ";
  const NAMED = { def: "definition", preface: "preface", intro: "introduction", guide: "section" };

  class Passages {
    constructor(catalogue, analyzer, wordings, parts) {
      Object.assign(this, { catalogue, analyzer, wordings, parts });
      this.tables = {};
      this.numbers = [];
      this.made = [];
      this.cited = [];
      for (const language of Object.keys(wordings)) {
        catalogue.spokenIn(language).forEach((document, number) => {
          this.numbers[document] = number;
        });
      }
    }

    heading(document) {
      return this.wording(document).reading(2 * this.numbers[document]).text;
    }

    text(document) {
      return this.wording(document).reading(2 * this.numbers[document] + 1).text;
    }

    wording(document) {
      return this.wordings[this.catalogue.language(document)];
    }

    // The own words of a document as they are compared, heading first.
    words(document) {
      const texts = [this.heading(document), this.text(document)];
      return texts.flatMap((text) => this.analyzer.tokens(text).map(({ form }) => form));
    }

    // The headings above a document, the outermost first.
    trail(document) {
      const found = [];
      const { above } = this.catalogue;
      for (let higher = above[document]; higher >= 0; higher = above[higher]) {
        const heading = this.heading(higher);
        if (heading) found.unshift(heading);
      }
      return found;
    }

    // The text with its sentences, as it is read; when it has none, the headings below, or else the
    // words.
    shown(document) {
      return (this.made[document] ??= this.make(document));
    }

    make(document) {
      const reading = this.wording(document).reading(2 * this.numbers[document] + 1);
      const { text } = reading;
      if (text) return { text, sentences: this.sentences(document, text), reading, words: null };
      const below = [...this.catalogue.directlyBelow(document)];
      const shown = below
        .filter((n) => !this.catalogue.isNote(n))
        .map((n) => this.heading(n) || this.text(n));
      const outline = shown.filter(Boolean).join(BETWEEN);
      return { text: outline, sentences: [[0, outline.length]], reading: null, words: null };
    }

    sentences(document, text) {
      const language = this.catalogue.language(document);
      this.tables[language] ??= sentenceTable(this.parts[language].sentences);
      return this.tables[language][this.numbers[document]] ?? [[0, text.length]];
    }

    // A document as its language cites it.
    citation(document) {
      return (this.cited[document] ??= this.cite(document));
    }

    cite(document) {
      const style = this.parts[this.catalogue.language(document)].citation;
      const [base, note] = this.catalogue.keys[document].split("#fn");
      const [head, rest] = base.split(/\.(.*)/s);
      const cited = /^\d/.test(base)
        ? style.law.replace("{}", citeAddress(parseAddress(base), style.item))
        : style[NAMED[head]].replace("{}", rest ?? "");
      return note ? `${cited}, ${style.footnote.replace("{}", note)}` : cited;
    }

    // The same without the word for a law, which a list can do without.
    short(document) {
      const { law } = this.parts[this.catalogue.language(document)].citation;
      const [before, after] = law.split("{}");
      const cited = this.citation(document);
      if (!this.catalogue.lawOf[document]) return this.heading(document) || cited;
      return cited.replace(before, "").replace(after, "");
    }

    // The folder of the page that a document stands on, and its anchor there.
    place(document) {
      const { id, language } = this.catalogue.editionOf(document);
      const key = this.catalogue.keys[document];
      const law = this.catalogue.lawOf[document];
      if (law) {
        const [base, note] = key.split("#fn");
        const anchor = note ? `${base}.fn${note}` : base;
        return { page: `${id}/${law}/`, anchor: anchor === String(law) ? "" : anchor };
      }
      this.outside ??= {};
      this.outside[language] ??= this.outsideLaws(language);
      const [folder, anchor = ""] = this.outside[language].get(document).split("#");
      return { page: `${id}/${folder}`, anchor };
    }

    outsideLaws(language) {
      const outside = this.catalogue.spokenIn(language).filter((d) => !this.catalogue.lawOf[d]);
      return new Map(outside.map((document, n) => [document, this.parts[language].places[n]]));
    }
  }

  // By document of a language: the spans of its sentences, or null where the text is one.
  function sentenceTable(packed) {
    const numbers = numbersOf(packed);
    const found = [];
    for (let place = 0; place < numbers.length; ) {
      let last = 0;
      const spans = Array.from({ length: numbers[place++] }, () => {
        const start = last + numbers[place++];
        last = start + numbers[place++];
        return [start, last];
      });
      found.push(spans.length ? spans : null);
    }
    return found;
  }

  lawbase.engine.Passages = Passages;
}
