// One line at the top of the page for what a person should know, such as progress kept aside.

/**
 * @param {string} text
 * @param {{label: string, act: () => void}} [action]
 */
export function notice(text, action) {
  const place = /** @type {HTMLElement | null} */ (document.querySelector("[data-notice]"));
  if (!place) return;
  place.replaceChildren(text, " ");
  if (action) place.append(button(action.label, action.act));
  place.append(button("Close", () => (place.hidden = true)));
  place.hidden = false;
}

/**
 * @param {string} label
 * @param {() => void} act
 */
function button(label, act) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "link";
  made.textContent = label;
  made.addEventListener("click", act);
  return made;
}
