// Serves the whole stored site. A new build has another version: it is stored beside the old one
// and replaces it when it is complete and every file is the one that the build made. Readers who
// have a page open are told.
const STORE = `lawbase-${SITE.version}`;
const OPEN_PACKS = 4;
const packs = new Map();

const packOf = new Map();
for (const file of Object.keys(SITE.files)) {
  const match = /^offline\/(.*)\.\w+\.pack$/.exec(file);
  if (match) packOf.set(match[1], file);
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
  const asked = ([file, integrity]) => new Request(file, { cache: "no-cache", integrity });
  await store.addAll(Object.entries(SITE.files).map(asked));
  await self.skipWaiting();
}

async function replaceOlder() {
  const older = (await caches.keys()).filter((name) => name.startsWith("lawbase-") && name !== STORE);
  for (const name of older) await caches.delete(name);
  await self.clients.claim();
  if (older.length === 0) return;
  for (const client of await self.clients.matchAll()) client.postMessage("new version");
}

async function answer(request) {
  const path = pathOf(request.url);
  const store = await caches.open(STORE);
  const file = await store.match(path);
  if (file) return guarded(file.body, file.status, file.headers.get("Content-Type"));
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
  const inside = pathname.slice(new URL(self.registration.scope).pathname.length);
  const path = decoded(inside);
  return path === "" || path.endsWith("/") ? `${path}index.html` : path;
}

// A path that no file can have, like "%ff", stays as it is, and names nothing.
function decoded(path) {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

async function textOf(path) {
  const name = packOf.get(groupOf(path));
  return name && (await openPack(name))?.[path];
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
  return ["site", ...folders.slice(0, two ? 2 : 1)].join(".");
}

function response(path, text, status) {
  const type = path.endsWith(".js") ? "text/javascript" : "text/html";
  return guarded(text, status, `${type}; charset=utf-8`);
}

// What a host of static files doesn't send, the worker does.
function guarded(body, status, type) {
  return new Response(body, { status, headers: { ...SITE.headers, "Content-Type": type } });
}
