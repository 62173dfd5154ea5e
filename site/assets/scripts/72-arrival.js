// Who was led to a place by an answer that isn't sure is told so there, until they put it away.
lawbase.ready(() => {
  const KEPT = "lawbase.arrival";
  const { make } = lawbase;

  // Kept for this visit alone, and told once.
  function kept() {
    try {
      const found = JSON.parse(sessionStorage.getItem(KEPT));
      sessionStorage.removeItem(KEPT);
      return found;
    } catch {
      return null;
    }
  }

  function expect(arrival) {
    try {
      sessionStorage.removeItem(KEPT);
      if (arrival) sessionStorage.setItem(KEPT, JSON.stringify(arrival));
    } catch {
      // where nothing may be kept, nothing is told
    }
  }

  function tell() {
    document.querySelector(".arrived")?.remove();
    const arrival = kept();
    if (!arrival || arrival.page !== lawbase.page.path) return;
    const { anchor, said, close, lang } = arrival;
    const label = { title: close, "aria-label": close };
    const away = lawbase.button("×", () => line.remove(), label);
    const line = make("p", { class: "arrived", role: "status", lang }, make("span", {}, said), away);
    const place = anchor && document.getElementById(anchor);
    if (place) place.prepend(line);
    else document.querySelector("main").prepend(line);
  }

  lawbase.arrival = { expect, tell };
  tell();
});
