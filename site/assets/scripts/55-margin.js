// In the margin notes take no room from the text: each stands where it belongs, or below the one
// before it. Without this script a line is as tall as its notes.
lawbase.ready(() => {
  const GAP = 8;
  const main = document.querySelector("main");
  const notes = [...main.querySelectorAll(".line > .notes")];
  const wide = matchMedia("screen and (min-width: 62rem)");
  if (!notes.length) return;

  // Tab walks the text: it stops once at the notes of a line, and Enter lets it into them.
  function lead() {
    for (const note of notes) {
      const isPassed = wide.matches && !note.open;
      for (const link of note.querySelectorAll(".note-body :is(a, summary)")) {
        if (isPassed) link.tabIndex = -1;
        else link.removeAttribute("tabindex");
      }
    }
  }

  function settle() {
    lead();
    for (const note of notes) note.style.translate = "";
    main.style.minHeight = "";
    main.classList.toggle("settled", wide.matches);
    if (!wide.matches) return;
    const boxes = notes.map((note) => [note.getBoundingClientRect().top, note.scrollHeight]);
    let free = -Infinity;
    for (const [n, [top, height]] of boxes.entries()) {
      const down = Math.max(0, free - top);
      if (down) notes[n].style.translate = `0 ${down}px`;
      free = top + down + height + GAP;
    }
    main.style.minHeight = `${free - main.getBoundingClientRect().top}px`;
  }

  settle();
  main.addEventListener("toggle", settle, { capture: true });
  new ResizeObserver(settle).observe(notes[0].closest(".root"));
});
