// The door to the search: its engine is loaded when it is first needed.
lawbase.ready(() => {
  const dialog = document.getElementById("search-dialog");
  const room = dialog ?? document.querySelector("[data-search-room]");
  const input = document.getElementById("search-input");

  lawbase.openSearch = async () => {
    if (!lawbase.site.search) return false;
    if (dialog && !dialog.open) dialog.showModal();
    input.focus();
    await engine();
    return true;
  };

  async function engine() {
    await lawbase.load(lawbase.site.search);
    lawbase.search?.attach(room);
  }

  for (const door of document.querySelectorAll("[data-search]")) {
    door.addEventListener("click", (event) => {
      if (!lawbase.site.search || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      lawbase.openSearch();
    });
  }
  dialog?.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  if (room !== dialog && lawbase.site.search) {
    input.addEventListener("focus", engine, { once: true });
    const asked = new URLSearchParams(location.search).get("q");
    if (asked) {
      input.value = asked;
      engine();
    }
    if (!location.hash && matchMedia("(hover: hover)").matches) input.focus({ preventScroll: true });
  }
});
