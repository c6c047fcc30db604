// A menu of links is a <details>; it closes on Escape and on a click elsewhere.

export function startMenus() {
  const menus = /** @type {NodeListOf<HTMLDetailsElement>} */ (document.querySelectorAll("details.menu"));
  if (menus.length === 0) return;
  document.addEventListener("click", (event) => {
    for (const menu of menus) {
      if (!menu.contains(/** @type {Node} */ (event.target))) menu.open = false;
    }
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    for (const menu of menus) {
      if (!menu.open) continue;
      menu.open = false;
      if (menu.contains(document.activeElement)) menu.querySelector("summary")?.focus();
    }
  });
}
