// Numbers and words out of the printable text that the build packs them into.
const lawbaseEngine = {};
{
  const FIRST = 35; // "#": the first symbol; the backslash (92) is none
  const SINGLE = 80;
  const BASE = 91;
  const LONG = 90;
  const MARKS = [33, 64];
  const CAPITALS = [65, 90];

  // Reads numbers from 0 upwards: small ones take one symbol, others two or four.
  class Numbers {
    constructor(text) {
      this.text = text;
      this.place = 0;
    }

    get done() {
      return this.place >= this.text.length;
    }

    next() {
      const symbol = this.symbol();
      if (symbol < SINGLE) return symbol;
      if (symbol < LONG) return SINGLE + (symbol - SINGLE) * BASE + this.symbol();
      return (this.symbol() * BASE + this.symbol()) * BASE + this.symbol();
    }

    symbol() {
      const code = this.text.charCodeAt(this.place++);
      return code > 92 ? code - FIRST - 1 : code - FIRST;
    }

    all() {
      const found = [];
      while (!this.done) found.push(this.next());
      return found;
    }

    // Ascending numbers out of the gaps between them.
    ascending(count) {
      const found = new Array(count);
      let last = -1;
      for (let n = 0; n < count; n++) found[n] = last += this.next() + 1;
      return found;
    }
  }

  // Sorted words with their stems. Each word begins with a mark for the letters that it shares
  // with the one before; a capital before each stem says how many letters to cut off the word.
  function stemmedWords(text, meet) {
    let word = "";
    let place = 0;
    while (place < text.length) {
      const shared = text.charCodeAt(place) - MARKS[0];
      const end = until(text, place + 1, CAPITALS);
      word = word.slice(0, shared) + text.slice(place + 1, end);
      place = end;
      const stems = [];
      while (place < text.length && within(text, place, CAPITALS)) {
        const cut = text.charCodeAt(place) - CAPITALS[0];
        const next = until(text, place + 1, [MARKS[0], CAPITALS[1]]);
        stems.push(word.slice(0, word.length - cut) + text.slice(place + 1, next));
        place = next;
      }
      meet(word, stems);
    }
  }

  function until(text, place, [first, last]) {
    while (place < text.length && !within(text, place, [first, last])) place++;
    return place;
  }

  function within(text, place, [first, last]) {
    const code = text.charCodeAt(place);
    return code >= first && code <= last;
  }

  // Where a word stands in a sorted list, or would stand.
  function placeIn(sorted, word) {
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sorted[middle] < word) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  Object.assign(lawbaseEngine, { Numbers, stemmedWords, placeIn });
}
