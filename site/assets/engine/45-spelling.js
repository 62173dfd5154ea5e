// The known words that a misspelt one was probably meant to be.
{
  class Speller {
    constructor(lexicon, figures) {
      this.lexicon = lexicon;
      this.figures = figures;
      this.known = new Map();
    }

    // The nearest known forms, all equally near, in alphabetical order; often none.
    corrections(word) {
      if (word.length < this.figures.shortest) return [];
      if (!this.known.has(word)) this.known.set(word, this.nearest(word));
      return this.known.get(word);
    }

    nearest(word) {
      const { gram, long, exchangeable } = this.figures;
      const most = word.length >= long ? 2 : 1;
      const grams = gramsOf(word, gram);
      const least = Math.max(1, word.length + 3 - gram - (gram + 1) * most);
      let allowed = most;
      let found = [];
      const [from, to] = this.lexicon.initial(word[0]);
      for (let n = from; n < to; n++) {
        const form = this.lexicon.forms[n];
        if (Math.abs(form.length - word.length) > most || !shares(form, grams, least)) continue;
        const distance = slips(word, form, allowed);
        if (distance > allowed || (word.length < exchangeable && exchanged(word, form))) continue;
        if (distance < allowed) found = [];
        allowed = distance;
        // A form that texts print in several ways stands there as often, one after the other.
        if (found[found.length - 1] !== form) found.push(form);
      }
      return found;
    }
  }

  // How many slips lie between two words; most + 1 when there are more than most. A slip is a
  // letter left out, put in or exchanged, or two neighbours swapped.
  function slips(one, other, most) {
    let before = [];
    let row = Array.from({ length: other.length + 1 }, (_, n) => n);
    for (let i = 1; i <= one.length; i++) {
      const following = [i];
      let nearest = i;
      for (let j = 1; j <= other.length; j++) {
        const same = one[i - 1] === other[j - 1];
        let cost = Math.min(row[j] + 1, following[j - 1] + 1, row[j - 1] + (same ? 0 : 1));
        if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) {
          cost = Math.min(cost, before[j - 2] + 1);
        }
        following.push(cost);
        nearest = Math.min(nearest, cost);
      }
      if (nearest > most) return most + 1;
      before = row;
      row = following;
    }
    return Math.min(row[other.length], most + 1);
  }

  // Whether one letter stands in the place of another.
  function exchanged(word, form) {
    return word.length === form.length && sorted(word) !== sorted(form);
  }

  const sorted = (word) => [...word].sort().join("");

  function gramsOf(word, length) {
    const framed = `^${word}$`;
    const grams = new Set();
    for (let n = 0; n + length <= framed.length; n++) grams.add(framed.slice(n, n + length));
    return [...grams];
  }

  function shares(form, grams, least) {
    const framed = `^${form}$`;
    let shared = 0;
    for (let n = 0; n < grams.length; n++) {
      if (framed.includes(grams[n])) shared++;
      if (shared >= least) return true;
      if (shared + grams.length - n <= least) return false;
    }
    return false;
  }

  lawbase.engine.Speller = Speller;
}
