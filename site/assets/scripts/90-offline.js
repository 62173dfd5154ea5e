// The whole site for reading offline, stored only when the reader says so.
lawbase.ready(() => {
  const button = document.querySelector("[data-offline]");
  if (!location.protocol.startsWith("http") || !("serviceWorker" in navigator)) {
    button.addEventListener("click", () => lawbase.toast(lawbase.say("offline.folder")));
    return;
  }
  button.addEventListener("click", ask);
  navigator.serviceWorker.addEventListener("message", () => lawbase.toast(lawbase.say("offline.newer")));

  async function ask() {
    const registered = await navigator.serviceWorker.getRegistration(lawbase.root);
    let stored = registered?.active ? registered : null;
    const asked = stored ? lawbase.say("offline.stored") : lawbase.say("offline.ask", { size: await size() });
    const text = lawbase.make("p", { role: "status" }, asked);
    const turn = async () => {
      if (stored) await remove(stored, text, act);
      else stored = await store(text, act);
    };
    const act = lawbase.button(lawbase.say(stored ? "offline.remove" : "offline.store"), turn);
    const close = lawbase.make("button", {}, lawbase.say("close"));
    const form = lawbase.make("form", { method: "dialog" }, act, close);
    lawbase.showDialog({ "aria-label": button.textContent }, text, form);
  }

  async function size() {
    const answer = await fetch(`${lawbase.root}offline.json`).catch(() => null);
    return answer?.ok ? `${((await answer.json()).bytes / 1e6).toFixed(0)} MB` : "";
  }

  // Stores the site; the same button removes it then.
  async function store(text, act) {
    act.disabled = true;
    text.textContent = lawbase.say("offline.storing");
    try {
      const registered = await navigator.serviceWorker.register(`${lawbase.root}worker.js`, { scope: lawbase.root });
      await settled(registered.installing ?? registered.waiting ?? registered.active);
      text.textContent = lawbase.say("offline.stored");
      act.textContent = lawbase.say("offline.remove");
      return registered;
    } catch {
      text.textContent = lawbase.say("offline.failed");
      return null;
    } finally {
      act.disabled = false;
    }
  }

  function settled(worker) {
    return new Promise((resolve, reject) => {
      const look = () => {
        if (worker.state === "activated") resolve();
        if (worker.state === "redundant") reject(new Error(worker.state));
      };
      worker.addEventListener("statechange", look);
      look();
    });
  }

  async function remove(registered, text, act) {
    act.disabled = true;
    await registered.unregister();
    for (const name of await caches.keys()) {
      if (name.startsWith("lawbase-")) await caches.delete(name);
    }
    text.textContent = lawbase.say("offline.removed");
  }
});
