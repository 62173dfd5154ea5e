// A comparison read the other way: what was inserted is deleted, what is new was dropped.
lawbase.ready(() => {
  const box = document.getElementById("turned");
  if (!box) return;
  const label = box.closest("[data-turn]");
  const asked = new URL(location.href);
  const from = asked.searchParams.get("from");
  if (from !== null) {
    lawbase.remember("turned", from === label.dataset.turn);
    asked.searchParams.delete("from");
    history.replaceState(history.state, "", asked);
  }
  label.hidden = false;
  box.checked = lawbase.recall("turned", false);
  if (box.checked) turn();
  box.addEventListener("change", () => {
    lawbase.remember("turned", box.checked);
    turn();
  });

  function turn() {
    document.querySelector("main").classList.toggle("turned", box.checked);
    for (const mark of document.querySelectorAll(".compare :is(ins, del)")) {
      const other = document.createElement(mark.localName === "ins" ? "del" : "ins");
      other.className = mark.className;
      other.append(...mark.childNodes);
      mark.replaceWith(other);
    }
  }
});
