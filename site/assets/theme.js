// Sets the reader's theme before anything is shown.
{
  let theme = null;
  try {
    theme = localStorage.getItem("lawbase.theme");
  } catch {
    // Storage is refused: the system's theme it is.
  }
  if (theme) document.documentElement.dataset.theme = theme;
}
