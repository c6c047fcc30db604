// A term's one line, shown on hover and on focus; a tap follows the link to the glossary.

export function startDefinitions() {
  /** @type {HTMLElement | null} */
  let shown = null;

  /** @param {Event} event */
  function show(event) {
    const term = event.target instanceof Element ? event.target.closest("[data-define]") : null;
    if (!(term instanceof HTMLElement) || shown) return;
    shown = document.createElement("span");
    shown.className = "define";
    shown.id = "definition";
    shown.setAttribute("role", "tooltip");
    shown.textContent = term.dataset.define ?? "";
    document.body.append(shown);
    term.setAttribute("aria-describedby", shown.id);
    const at = term.getBoundingClientRect();
    const left = Math.min(at.left, document.documentElement.clientWidth - shown.offsetWidth - 16);
    const below = at.bottom + shown.offsetHeight + 12 < window.innerHeight;
    shown.style.left = `${Math.max(16, left) + window.scrollX}px`;
    shown.style.top = `${(below ? at.bottom + 6 : at.top - shown.offsetHeight - 6) + window.scrollY}px`;
  }

  function hide() {
    shown?.remove();
    shown = null;
  }

  for (const term of document.querySelectorAll("[data-define]")) {
    term.addEventListener("pointerenter", (event) => {
      if (/** @type {PointerEvent} */ (event).pointerType === "mouse") show(event);
    });
    term.addEventListener("pointerleave", hide);
    term.addEventListener("focus", show);
    term.addEventListener("blur", hide);
  }
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") hide();
  });
}
