// A comparison read the other way: what was inserted is deleted, what is new was dropped.
// The address alone says which way, so a copied link opens as it was read.
lawbase.ready(() => {
  const box = document.getElementById("turned");
  if (!box) return;
  const label = box.closest("[data-turn]");
  const [folder] = location.pathname.match(/\/compare\/[^/]+\/[^/]+\//);
  label.hidden = false;
  box.checked = new URL(location.href).searchParams.get("from") === label.dataset.turn;
  if (box.checked) turn();
  box.addEventListener("change", () => {
    const address = new URL(location.href);
    lead(address);
    history.replaceState(history.state, "", address);
    turn();
  });

  function turn() {
    document.querySelector("main").classList.toggle("turned", box.checked);
    for (const link of document.links) if (link.href.includes(folder)) lead(link);
    for (const mark of document.querySelectorAll(".compare :is(ins, del)")) {
      const other = document.createElement(mark.localName === "ins" ? "del" : "ins");
      other.className = mark.className;
      other.append(...mark.childNodes);
      mark.replaceWith(other);
    }
  }

  function lead(address) {
    address.search = box.checked ? `?from=${label.dataset.turn}` : "";
  }
});
