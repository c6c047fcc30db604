// A number opens its receipt: the note at the end of the page, shown as a card beside the number.
// Escape and a click elsewhere close it; focus returns to the number.

export function startReceipts() {
  /** @type {HTMLElement | null} */
  let card = null;
  const notes = /** @type {HTMLDetailsElement | null} */ (document.querySelector("[data-receipts]"));
  const unfold = () => {
    const target = location.hash ? document.getElementById(decodeURIComponent(location.hash.slice(1))) : null;
    if (!notes || !target || !notes.contains(target)) return;
    notes.open = true;
    target.scrollIntoView();
  };
  if (notes) notes.open = false; // here, each number opens its own
  unfold();
  window.addEventListener("hashchange", unfold);

  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a.num") : null;
    if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const note = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    if (!note) return;
    event.preventDefault();
    if (link.getAttribute("aria-expanded") === "true") close(card);
    else card = open(link, note);
  });
}

/**
 * @param {HTMLAnchorElement} link
 * @param {HTMLElement} note
 */
function open(link, note) {
  const card = document.createElement("section");
  card.className = "receipt card-receipt";
  card.popover = "auto";
  card.tabIndex = -1;
  card.setAttribute("role", "dialog");
  card.setAttribute("aria-label", `Receipt for ${link.textContent?.trim()}`);
  card.append(closeButton(card), ...[...note.childNodes].map((child) => child.cloneNode(true)));
  link.after(card); // so that Tab goes from the number into its receipt and on
  link.setAttribute("aria-expanded", "true");
  card.addEventListener("toggle", (event) => {
    if (/** @type {ToggleEvent} */ (event).newState !== "closed") return;
    const focused = card.contains(document.activeElement) || document.activeElement === document.body;
    link.removeAttribute("aria-expanded");
    card.remove();
    if (focused) link.focus();
  });
  card.showPopover();
  place(card, link);
  card.focus({ preventScroll: true });
  return card;
}

/** @param {HTMLElement | null} card */
function close(card) {
  if (card?.isConnected) card.hidePopover();
}

/** @param {HTMLElement} card */
function closeButton(card) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "close";
  button.setAttribute("aria-label", "Close the receipt");
  button.textContent = "×";
  button.addEventListener("click", () => close(card));
  return button;
}

/**
 * Beside the number on a wide screen; on a narrow one the style sheet makes it a sheet at the foot.
 * @param {HTMLElement} card
 * @param {HTMLElement} link
 */
function place(card, link) {
  if (window.matchMedia("(max-width: 40rem)").matches) return;
  const at = link.getBoundingClientRect();
  const width = document.documentElement.clientWidth;
  const left = Math.max(16, Math.min(at.left, width - card.offsetWidth - 16));
  const below = at.bottom + 8;
  const top = below + card.offsetHeight < window.innerHeight - 8 ? below : Math.max(8, at.top - 8 - card.offsetHeight);
  card.style.left = `${left}px`;
  card.style.top = `${top}px`;
}
