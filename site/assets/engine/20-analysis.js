// Text to tokens as the search compares them: one script, no diacritics, no case.
{
  const { kept } = lawbase.engine;
  const WORDS = "([\\p{L}\\p{Nl}\\p{No}]+)";
  const NUMBER = "(\\p{Nd}{1,3}(?:[ \u00a0\u202f]\\p{Nd}{3})+(?!\\p{Nd})|\\p{Nd}+)([ \u00a0]?%)?";
  const SUIT = "([♠♥♦♣♤♡♢♧\uf0a7-\uf0aa])";
  const TOKEN = new RegExp(`${WORDS}|${NUMBER}|${SUIT}`, "gu");
  const ASCII = /^[\0-\x7f]*$/;
  const MARKS = /\p{Mn}/gu;
  const WORD = /^\p{L}+$/u;

  class Analyzer {
    // letters: other scripts to Latin; suits: their other shapes; undecomposed: plain letters.
    constructor({ letters, suits, undecomposed }) {
      this.letters = new Map(Object.entries(letters));
      for (const [letter, latin] of Object.entries(letters)) {
        this.letters.set(letter.toUpperCase(), latin[0].toUpperCase() + latin.slice(1));
      }
      this.suits = suits;
      this.words = new Map();
      this.undecomposed = undecomposed;
      this.exchanged = new RegExp(`[${Object.keys(undecomposed).join("")}]`, "g");
    }

    latin(text) {
      if (ASCII.test(text)) return text;
      let found = "";
      for (const letter of text) found += this.letters.get(letter) ?? letter;
      return found;
    }

    tokens(text) {
      const found = [];
      for (const match of text.matchAll(TOKEN)) {
        const start = match.index;
        found.push({ form: this.form(match), start, end: start + match[0].length });
      }
      return found;
    }

    form([, word, number, percent, suit]) {
      if (word) return this.folded(word);
      if (suit) return this.suits[suit] ?? suit;
      return number.replace(/[^\p{Nd}]/gu, "") + (percent ? "%" : "");
    }

    // A word as it is compared.
    folded(word) {
      return kept(this.words, word, () => this.fold(this.latin(word)));
    }

    // A text without case and diacritics.
    fold(text) {
      const lower = text.toLowerCase();
      if (ASCII.test(lower)) return lower;
      const plain = lower.normalize("NFD").replace(MARKS, "");
      return plain.replace(this.exchanged, (letter) => this.undecomposed[letter]);
    }
  }

  // The plain numbers in a token that joined them or carries a sign, else nothing.
  function numberParts(text) {
    const parts = text.match(/\p{Nd}+/gu) ?? [];
    return parts.length === 1 && parts[0] === text ? [] : parts;
  }

  const isWord = (form) => WORD.test(form);

  Object.assign(lawbase.engine, { Analyzer, numberParts, isWord });
}
