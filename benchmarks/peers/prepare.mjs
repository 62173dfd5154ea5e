// Makes the indexes of MiniSearch, lunr and Pagefind as they come, and of MiniSearch at its best:
// node prepare.mjs DOCUMENTS FOLDER
import { readFileSync, writeFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";
import lunr from "lunr";
import MiniSearch from "minisearch";
import * as pagefind from "pagefind";
import { asItComes, atItsBest } from "./options.js";

const [documentsFile, folder] = process.argv.slice(2);
const documents = JSON.parse(readFileSync(documentsFile, "utf8"));
const told = {};

// What is shown of a hit has to come too: the texts, where the index doesn't hold them.
function keep(name, index, started, ...shown) {
  const text = JSON.stringify(index);
  writeFileSync(`${folder}/${name}.json`, text);
  const brotli = [text, ...shown].reduce((sum, part) => sum + brotliCompressSync(part).length, 0);
  told[name] = { seconds: (performance.now() - started) / 1000, bytes: text.length, brotli };
}

for (const [name, options] of Object.entries({ minisearch: asItComes, minisearchBest: atItsBest })) {
  const started = performance.now();
  const mini = new MiniSearch(options);
  mini.addAll(documents);
  keep(name, mini, started);
}

let started = performance.now();
const index = lunr(function () {
  this.ref("id");
  this.field("heading");
  this.field("text");
  for (const document of documents) this.add(document);
});
keep("lunr", index, started, JSON.stringify(documents));

started = performance.now();
const made = (await pagefind.createIndex({ forceLanguage: "cs" })).index;
for (const { id, edition, heading, text } of documents) {
  const content = `${heading} ${text}`.trim() || "-";
  const meta = { title: heading };
  await made.addCustomRecord({ url: `/${id}`, content, language: "cs", meta, filters: { edition: [edition] } });
}
await made.writeFiles({ outputPath: `${folder}/pagefind` });
told.pagefind = { seconds: (performance.now() - started) / 1000 };
await pagefind.close();
process.stdout.write(JSON.stringify(told));
