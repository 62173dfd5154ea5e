// Loads the engine of a built site as a page does, and answers requests on standard input: one
// JSON array a line, the name of a request and its arguments; one JSON value a line comes back.
import { readdirSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import vm from "node:vm";
import zlib from "node:zlib";

const site = process.argv[2];
const context = vm.createContext({ lawbase: {} });
const run = (path) => vm.runInContext(readFileSync(path, "utf8"), context, { filename: path });
const parts = readdirSync(`${site}/search`).map((name) => `${site}/search/${name}`);
run(`${site}/assets/engine.js`);
parts.forEach(run);
const { engine } = vm.runInContext("lawbase", context);
const { parts: data } = vm.runInContext("lawbase", context);
const searchers = new Map();

// The engine with some parts of the data there, all of them if none are named.
function searcherOf(names = Object.keys(data)) {
  const known = names.join();
  if (!searchers.has(known)) {
    const there = Object.fromEntries(names.map((name) => [name, data[name]]));
    searchers.set(known, new engine.Searcher(there));
  }
  return searchers.get(known);
}

const searcher = searcherOf();

const requests = {
  search(query, editions, languages, names) {
    const searcher = searcherOf(names);
    const result = searcher.search(query, { editions, languages });
    const { expanded, messages, suggestion, total } = result;
    const hits = result.hits.map((hit) => {
      const snippet = searcher.snippet(hit, expanded);
      return {
        edition: hit.edition,
        key: hit.key,
        twins: hit.twins.map(({ edition, key }) => [edition, key]),
        snippet: snippet.text,
        marks: snippet.marks,
        reason: [hit.reason.kind, hit.reason.words, hit.reason.text],
        beside: hit.beside === null ? null : searcher.catalogue.keys[hit.beside],
        in_force: hit.inForce,
        citation: searcher.passages.citation(hit.document),
        heading: searcher.passages.heading(hit.document),
      };
    });
    return { whole: result.isWhole, grade: result.grade, languages: expanded.languages, hits, total, suggestion, said: messages.map(({ kind }) => kind), without: messages.map(({ value }) => value) };
  },

  time(query) {
    const start = performance.now();
    const { hits, expanded } = searcher.search(query);
    for (const hit of hits) searcher.snippet(hit, expanded);
    return performance.now() - start;
  },

  suggest(typed, languages) {
    const found = searcher.suggester.suggest(typed, languages);
    return found.map(({ text, kind, language }) => [text, kind, language]);
  },

  postings(field, term) {
    const { documents, weights, entryPoints } = searcher.postings.of(field, term);
    const { situations, saying } = searcher.postings.saidOf(field, term);
    return [documents, weights, entryPoints, situations, saying].map((numbers) => [...numbers]);
  },

  passage(document) {
    const { passages } = searcher;
    const { text, sentences } = passages.shown(document);
    const { page, anchor } = passages.place(document);
    return { heading: passages.heading(document), text, sentences, page, anchor };
  },

  numbers: (text, single) => [...engine.numbersOf(text, single)],

  brotli() {
    const size = (path) => zlib.brotliCompressSync(readFileSync(path)).length;
    return Object.fromEntries(parts.map((path) => [path, size(path)]));
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const [name, ...given] = JSON.parse(line);
  process.stdout.write(`${JSON.stringify(requests[name](...given))}\n`);
}
