// Addresses of before lead on: a term had a page of its own, and so had each part of a law's trace.
lawbase.ready(() => {
  if (!document.body.classList.contains("room-missing")) return;
  const [ui, room, name, more] = lawbase.placeOf(location.href).page.split("/");
  if (more || !(ui in lawbase.site.interfaces)) return;
  if (room === "terms" && name) location.replace(lawbase.linkTo(`${ui}/terms/`, name));
  const law = room === "trace" && name?.match(/^(\d+)\./)?.[1];
  if (law) location.replace(lawbase.linkTo(`${ui}/trace/${law}/`, location.hash.slice(1) || name));
});
