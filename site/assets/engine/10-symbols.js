// Numbers and words out of the printable text that the build packs them into.
lawbase.engine = {};
{
  const FIRST = 35; // "#": the first symbol; the backslash (92) is none
  const BACKSLASH = 92;
  const BASE = 91;
  const LONG = 90;
  const CAPITAL_A = 65;
  const DIGIT_0 = 48;
  const ALL_OF_WORD = 25;
  const ALL_OF_STEM = 16;
  const KEPT = 4096;
  const CHANGED = /([A-Z])([^0-@A-Z.]*)((?:[0-@][^A-Z.]*)?)(\.?)/g;

  // The numbers from 0 upwards that a text holds: so many take a single symbol, others two or four.
  function numbersOf(text, single = 30) {
    const found = new Int32Array(text.length);
    let size = 0;
    for (let place = 0; place < text.length; place++) {
      let number = symbolAt(text, place);
      if (number === LONG) {
        number = 0;
        for (const end = place + 3; place < end; ) number = number * BASE + symbolAt(text, ++place);
      } else if (number >= single) {
        number = single + (number - single) * BASE + symbolAt(text, ++place);
      }
      found[size++] = number;
    }
    return found.subarray(0, size);
  }

  function symbolAt(text, place) {
    const code = text.charCodeAt(place);
    return code > BACKSLASH ? code - FIRST - 1 : code - FIRST;
  }

  const signed = (number) => (number & 1 ? -(number + 1) / 2 : number / 2);

  // Many short lists of numbers in one.
  class Lists {
    constructor(counts, items) {
      this.items = items;
      this.starts = new Int32Array(counts.length + 1);
      for (let n = 0; n < counts.length; n++) this.starts[n + 1] = this.starts[n] + counts[n];
    }

    get size() {
      return this.starts.length - 1;
    }

    of(list) {
      return this.items.subarray(this.starts[list], this.starts[list + 1]);
    }

    // Lists of ascending numbers, of which the items are the gaps; made in place.
    ascend() {
      const { items, starts, size } = this;
      for (let list = 0; list < size; list++) {
        let last = -1;
        for (let n = starts[list]; n < starts[list + 1]; n++) last = items[n] += last + 1;
      }
      return this;
    }

    // Every list with the one of its number among others behind it.
    with(others) {
      const counts = new Int32Array(this.size);
      for (let n = 0; n < this.size; n++) counts[n] = this.of(n).length + others.of(n).length;
      const lists = new Lists(counts, new Int32Array(this.items.length + others.items.length));
      for (let n = 0; n < this.size; n++) {
        lists.of(n).set(this.of(n));
        lists.of(n).set(others.of(n), this.of(n).length);
      }
      return lists;
    }

    // By a number: in which places of the numbers it stands.
    static inverting(numbers, size) {
      const counts = new Int32Array(size);
      for (let place = 0; place < numbers.length; place++) counts[numbers[place]]++;
      const lists = new Lists(counts, new Int32Array(numbers.length));
      const next = lists.starts.slice();
      for (let place = 0; place < numbers.length; place++) {
        lists.items[next[numbers[place]]++] = place;
      }
      return lists;
    }
  }

  // Words, each with the code of its stem and whether a text has it, out of what each changes of the
  // one before: a capital for the letters to cut and the letters to add, the code, a dot.
  function wordsOf(text) {
    const words = [];
    const codes = [];
    const written = [];
    let last = "";
    for (const [, cut, added, code, dot] of text.matchAll(CHANGED)) {
      last = changed(last, cut.charCodeAt(0) - CAPITAL_A, ALL_OF_WORD, added);
      words.push(last);
      codes.push(code);
      written.push(dot !== "");
    }
    return { words, codes, written };
  }

  // The stem of a word's plain form: nothing changed, or a symbol for the letters to cut and the
  // letters to add.
  const stemOf = (form, code) =>
    code ? changed(form, code.charCodeAt(0) - DIGIT_0, ALL_OF_STEM, code.slice(1)) : form;

  const changed = (word, cut, all, added) =>
    (cut === all ? "" : word.slice(0, word.length - cut)) + added;

  // Where a word or a number stands in a sorted list, or would stand.
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

  // The first so many of some numbers, ascending.
  function ascending(numbers, many) {
    const found = new Int32Array(many);
    let isSorted = true;
    for (let n = 0; n < many; n++) {
      found[n] = numbers[n];
      if (n && found[n] < found[n - 1]) isSorted = false;
    }
    return isSorted ? found : found.sort();
  }

  // What is known by a name, made when it is first asked for.
  function kept(known, name, make) {
    let found = known.get(name);
    if (found === undefined) {
      if (known.size > KEPT) known.clear();
      known.set(name, (found = make()));
    }
    return found;
  }

  Object.assign(lawbase.engine, { ascending, kept, Lists, numbersOf, signed, wordsOf, stemOf, placeIn });
}
