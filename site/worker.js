// Serves the whole stored site. A new build has another version: it is stored beside the old one
// and replaces it when it is complete.
const STORE = `lawbase-${SITE.version}`;
const OPEN_PACKS = 4;
const packs = new Map();

const packNames = new Map();
for (const file of SITE.files) {
  const match = /^offline\/(.*)-(\d+)of(\d+)\.pack$/.exec(file);
  if (match) packNames.set(match[1], Number(match[3]));
}

self.addEventListener("install", (event) => event.waitUntil(storeAll()));
self.addEventListener("activate", (event) => event.waitUntil(replaceOlder()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && request.url.startsWith(self.registration.scope)) {
    event.respondWith(answer(request));
  }
});

async function storeAll() {
  const store = await caches.open(STORE);
  await store.addAll(SITE.files.map((file) => new Request(file, { cache: "no-cache" })));
  await self.skipWaiting();
}

async function replaceOlder() {
  for (const name of await caches.keys()) {
    if (name.startsWith("lawbase-") && name !== STORE) await caches.delete(name);
  }
  await self.clients.claim();
}

async function answer(request) {
  const path = pathOf(request.url);
  const store = await caches.open(STORE);
  const file = await store.match(path);
  if (file) return file;
  const text = await textOf(path);
  if (text !== undefined) return response(path, text, 200);
  try {
    return await fetch(request);
  } catch {
    return response("404.html", (await textOf("404.html")) ?? "404", 404);
  }
}

function pathOf(url) {
  const { pathname } = new URL(url);
  const path = decodeURIComponent(pathname.slice(new URL(self.registration.scope).pathname.length));
  return path === "" || path.endsWith("/") ? `${path}index.html` : path;
}

async function textOf(path) {
  const group = groupOf(path);
  const buckets = packNames.get(group);
  if (!buckets) return undefined;
  const name = `offline/${group}-${bucketOf(path, buckets)}of${buckets}.pack`;
  return (await openPack(name))?.[path];
}

async function openPack(name) {
  if (!packs.has(name)) {
    const stored = await (await caches.open(STORE)).match(name);
    if (!stored) return undefined;
    const plain = stored.body.pipeThrough(new DecompressionStream("gzip"));
    packs.set(name, await new Response(plain).json());
    if (packs.size > OPEN_PACKS) packs.delete(packs.keys().next().value);
  }
  return packs.get(name);
}

function groupOf(path) {
  const folders = path.split("/").slice(0, -1);
  const two = folders.length > 2 || folders[0] === "texts";
  return folders.slice(0, two ? 2 : 1).join(".");
}

function bucketOf(path, buckets) {
  let value = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(path)) {
    value = Math.imul(value ^ byte, 0x01000193) >>> 0;
  }
  return value % buckets;
}

function response(path, text, status) {
  const type = path.endsWith(".js") ? "text/javascript" : "text/html";
  return new Response(text, { status, headers: { "Content-Type": `${type}; charset=utf-8` } });
}
