// Runs before the first paint, so that no page flashes in the wrong theme. Not a module: those wait.
(() => {
  const root = document.documentElement;
  root.classList.add("js");
  try {
    const theme = localStorage.getItem("xlagym.theme");
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  } catch {
    // Storage may be forbidden; the system's theme stands.
  }
})();
