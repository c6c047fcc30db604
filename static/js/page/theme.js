// The theme switch: light, dark, or as the system has it.

const KEY = "xlagym.theme";

/** @param {string | null} theme */
function apply(theme) {
  const chosen = theme === "light" || theme === "dark" ? theme : "system";
  if (chosen === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = chosen;
  for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (
    document.querySelectorAll(".theme input")
  )) {
    input.checked = input.value === chosen;
  }
}

/** @returns {string | null} */
function stored() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

export function startTheme() {
  apply(stored());
  document.querySelector(".theme")?.addEventListener("change", (event) => {
    const { value } = /** @type {HTMLInputElement} */ (event.target);
    try {
      if (value === "system") localStorage.removeItem(KEY);
      else localStorage.setItem(KEY, value);
    } catch {
      // It still holds for this page.
    }
    apply(value);
  });
  window.addEventListener("storage", (event) => {
    if (event.key === KEY) apply(event.newValue);
  });
}
