// Addresses of before, and those of a comparison the other way round, lead on: a term had a page of
// its own, and so had each part of a law's trace; traces, comparisons, citations, terms and laws side
// by side had a page for each language of the interface.
lawbase.ready(() => {
  if (!document.body.classList.contains("room-missing")) return;
  const { page, anchor } = lawbase.placeOf(location.href);
  const ui = page.split("/")[0];
  const now = ui in lawbase.site.interfaces ? page.slice(ui.length + 1) : page;
  if (now !== page) lawbase.remember("interface", ui);
  const [room, name, more] = now.split("/");
  const law = room === "trace" && name?.match(/^(\d+)\./)?.[1];
  const turned = now.match(/^compare\/([^/]+?-(\d+))\/([^/]+?-(\d+))\/((?:\d+\/)?)$/);
  if (turned && turned[2] > turned[4]) {
    const folder = `compare/${turned[3]}/${turned[1]}/${turned[5]}`;
    const map = turned[5] ? "" : `${lawbase.recall("interface", lawbase.page.interface)}/`;
    const place = anchor && `#${anchor}`;
    location.replace(`${lawbase.root}${map}${folder}?from=${turned[1]}${place}`);
  } else if (law) location.replace(lawbase.linkTo(`trace/${law}/`, anchor || name));
  else if (now === page) return;
  else if (/^(compare(\/[^/]+){2}|parallel|references|trace)\/\d+\/$/.test(now))
    location.replace(lawbase.linkTo(now, anchor));
  else if (room === "terms" && name && !more)
    location.replace(lawbase.linkTo(`${ui}/terms/`, anchor || name));
});
