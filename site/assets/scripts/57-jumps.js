// What is jumped to stands right below what sticks to the top, however many lines that takes, so
// that no line before it is cut.
lawbase.ready(() => {
  const state = document.querySelector(".state");
  if (!state) return;
  const measure = () => {
    const stuck = Number.parseFloat(getComputedStyle(state).top) + state.offsetHeight;
    document.documentElement.style.setProperty("--stuck", `${stuck}px`);
  };
  new ResizeObserver(measure).observe(state);
  measure();
});
