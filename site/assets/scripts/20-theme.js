// Light, dark, or as the system says.
lawbase.ready(() => {
  const button = document.querySelector("[data-theme-switch]");
  const order = ["system", "light", "dark"];
  let theme = localTheme();

  function localTheme() {
    return document.documentElement.dataset.theme ?? "system";
  }

  function show() {
    if (theme === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  }

  button.hidden = false;
  button.addEventListener("click", () => {
    theme = order[(order.indexOf(theme) + 1) % order.length];
    try {
      if (theme === "system") localStorage.removeItem("lawbase.theme");
      else localStorage.setItem("lawbase.theme", theme);
    } catch {
      // Storage is refused: the theme lasts as long as the page.
    }
    show();
    lawbase.toast(lawbase.say(`theme.${theme}`));
  });
});
