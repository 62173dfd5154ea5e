// Sets the reader's theme before anything is shown, and holds back a page whose frame will be said in
// another language, for a second at most.
{
  const page = document.documentElement.dataset;
  const kept = (name) => {
    try {
      return localStorage.getItem(`lawbase.${name}`);
    } catch {
      return null; // Storage is refused: what the system and the browser say holds.
    }
  };
  const theme = kept("theme");
  if (theme) page.theme = theme;
  const own = JSON.stringify(page.interface);
  const wanted = kept("interface") ?? JSON.stringify(navigator.language.split("-")[0]);
  if ((page.edition !== undefined || page.forAll !== undefined) && wanted !== own) {
    page.dressing = "";
    setTimeout(() => delete page.dressing, 1000);
  }
}
