// How MiniSearch is set up, for the index and for the page alike. It holds the texts, to show them.
const fields = { fields: ["heading", "text"], storeFields: ["edition", "heading", "text"] };

// No diacritics; the letters that don't decompose are those of the three languages.
const plain = { ł: "l", đ: "dj" };
const folded = (term) =>
  term
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[łđ]/g, (letter) => plain[letter]);

export const asItComes = fields;
export const atItsBest = {
  ...fields,
  processTerm: folded,
  searchOptions: { prefix: true, fuzzy: 0.2, boost: { heading: 2 } },
};
