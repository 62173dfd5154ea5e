// The texts of a language: a dictionary of words with their stems, and a stream of its numbers.
// What is costly is unpacked when it is first asked for.
{
  const { Lists, numbersOf, stemOf, wordsOf } = lawbase.engine;
  const END = "\u0001";
  const CAPITAL = "\u0002";
  const CAPITALS = "\u0003";
  const WORD = /^\p{L}/u;

  class Wording {
    // analyzer: knows the plain forms of words.
    constructor(part, analyzer) {
      this.part = part;
      this.ambiguous = new Map(Object.entries(part.ambiguous));
      Object.assign(this, wordsOf(part.words));
      this.forms = plainForms(this.words, part.letters, analyzer);
      this.readings = [];
      this.spoken = [];
    }

    // The stems of the form at a place in the list, the commonest first.
    stemsAt(place) {
      return this.ambiguous.get(this.forms[place]) ?? [this.stemAt(place)];
    }

    // The stems of an entry that is a word of the list, those of the first one with its form; null of
    // another entry.
    stemsOfEntry(entry) {
      this.places ??= this.written.flatMap((isWritten, place) => (isWritten ? place : []));
      if (entry >= this.places.length) return null;
      const { forms } = this;
      let place = this.places[entry];
      while (forms[place - 1] === forms[place]) place--;
      return this.stemsAt(place);
    }

    stemAt(place) {
      return stemOf(this.forms[place], this.codes[place]);
    }

    // The numbers of stems, as they are first met.
    get terms() {
      if (!this.numbered) this.number();
      return this.numbered;
    }

    // The stems by their numbers.
    get stems() {
      this.listed ??= [...this.terms.keys()];
      return this.listed;
    }

    number() {
      const terms = (this.numbered = new Map());
      const numberOf = (stem) => {
        const known = terms.get(stem);
        if (known !== undefined) return known;
        terms.set(stem, terms.size);
        return terms.size - 1;
      };
      const { forms, part, written } = this;
      const termOfForm = forms.map((_, n) => numberOf(this.stemAt(n)));
      const mixed = Object.values(part.mixed).map((stem) => numberOf(stem));
      const told = termOfForm.filter((_, n) => written[n]);
      this.termOfEntry = Int32Array.from([...told, ...mixed]);
      for (const stems of this.ambiguous.values()) stems.forEach(numberOf);
    }

    // What the numbers in the stream stand for.
    get entries() {
      const { mixed, plain, silent } = this.part;
      const words = () => this.words.filter((_, n) => this.written[n]);
      this.known ??= [...words(), ...Object.keys(mixed), ...plain, ...silent];
      return this.known;
    }

    // The stream, and where the texts in it end. The frequent entries have numbers of their own.
    get texts() {
      if (!this.read) {
        const { frequent } = this.part;
        const many = frequent.length;
        const tokens = numbersOf(this.part.tokens, many);
        const end = this.entries.indexOf(END);
        const ends = [];
        for (let n = 0; n < tokens.length; n++) {
          const entry = tokens[n] < many ? frequent[tokens[n]] : tokens[n] - many;
          tokens[n] = entry;
          if (entry === end) ends.push(n);
        }
        this.read = { tokens, ends };
      }
      return this.read;
    }

    // The units that every term stands in, as often as it does there: a document's heading is its
    // number twice, its text one more.
    units(documents) {
      const { size } = this.terms;
      const { tokens, ends } = this.texts;
      const { termOfEntry } = this;
      const terms = new Int32Array(tokens.length);
      const units = new Int32Array(tokens.length);
      let many = 0;
      for (let text = 0, n = 0; text < ends.length; text++) {
        const unit = 2 * documents[text >> 1] + (text & 1);
        for (; n < ends[text]; n++) {
          if (tokens[n] >= termOfEntry.length) continue;
          terms[many] = termOfEntry[tokens[n]];
          units[many++] = unit;
        }
      }
      const lists = Lists.inverting(terms.subarray(0, many), size);
      const { items } = lists;
      for (let n = 0; n < many; n++) items[n] = units[items[n]];
      return lists;
    }

    // The heading (an even number) or the text of a document, and its words: of each the number of its
    // entry, where it begins and where it ends, one after the other.
    reading(number) {
      return (this.readings[number] ??= this.readAt(number));
    }

    readAt(number) {
      const { tokens, ends } = this.texts;
      const words = [];
      let text = "";
      let flag = "";
      let afterWord = false;
      for (let n = number ? ends[number - 1] + 1 : 0; n < ends[number]; n++) {
        const entry = this.entries[tokens[n]];
        if (entry === CAPITAL || entry === CAPITALS) {
          flag = entry;
          continue;
        }
        const isWord = this.isWord(tokens[n]);
        if (isWord && afterWord) text += " ";
        if (isWord) words.push(tokens[n], text.length, text.length + entry.length);
        text += cased(entry, flag);
        afterWord = isWord;
        flag = "";
      }
      return { text, words };
    }

    isWord(entry) {
      return (this.spoken[entry] ||= WORD.test(this.entries[entry]) ? 1 : -1) > 0;
    }
  }

  // The words without diacritics, whose letters the build tells, for there are few.
  function plainForms(words, letters, analyzer) {
    let plain = words.join(" ");
    for (const letter of letters) plain = plain.replaceAll(letter, analyzer.fold(letter));
    return plain.split(" ");
  }

  function cased(word, flag) {
    if (flag === CAPITAL) return word[0].toUpperCase() + word.slice(1);
    return flag === CAPITALS ? word.toUpperCase() : word;
  }

  lawbase.engine.Wording = Wording;
}
