// Makes the indexes of MiniSearch, lunr and Pagefind as they come: node prepare.mjs DOCUMENTS FOLDER
import { readFileSync, writeFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";
import lunr from "lunr";
import MiniSearch from "minisearch";
import * as pagefind from "pagefind";

const [documentsFile, folder] = process.argv.slice(2);
const documents = JSON.parse(readFileSync(documentsFile, "utf8"));
const told = {};

function keep(name, index, started) {
  const text = JSON.stringify(index);
  writeFileSync(`${folder}/${name}.json`, text);
  const brotli = brotliCompressSync(text).length;
  told[name] = { seconds: (performance.now() - started) / 1000, bytes: text.length, brotli };
}

let started = performance.now();
const mini = new MiniSearch({ fields: ["heading", "text"], storeFields: ["edition"] });
mini.addAll(documents);
keep("minisearch", mini, started);

started = performance.now();
const index = lunr(function () {
  this.ref("id");
  this.field("heading");
  this.field("text");
  for (const document of documents) this.add(document);
});
keep("lunr", index, started);

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
