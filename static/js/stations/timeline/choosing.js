// Ops as choices: a bar's op is chosen for the round that is asked, and a choice lights up its bar.

const drill = document.getElementById("drill");

/** The round being asked; null once it is answered. @type {HTMLFormElement | null} */
let asked = null;

/**
 * A bar's op, chosen on the timeline.
 * @param {string} op
 */
function choose(op) {
  if (!asked) return;
  const input = /** @type {HTMLInputElement | null} */ (asked.querySelector(`[name="choice"][value="${CSS.escape(op)}"]`));
  if (!input) return tell("This op is none of the choices.");
  input.checked = input.type === "radio" || !input.checked;
  input.dispatchEvent(new Event("change", { bubbles: true }));
  const name = input.closest("label")?.textContent?.trim() ?? "";
  tell(`${name} ${input.checked ? "chosen" : "dropped"}.`);
}

/** @param {string} words */
function tell(words) {
  const verdict = asked?.querySelector("[data-verdict]");
  if (!verdict) return;
  verdict.className = "verdict quiet-word";
  verdict.textContent = words;
}

/**
 * Says which op is pointed at, to whatever shows ops on this page; "" for none.
 * @param {string} op
 */
function point(op) {
  document.dispatchEvent(new CustomEvent("point", { detail: op }));
}

if (drill) {
  document.addEventListener("asked", (event) => {
    asked = /** @type {HTMLFormElement} */ (event.target);
  });
  document.addEventListener("answered", () => (asked = null));
  document.addEventListener("choose", (event) => choose(/** @type {CustomEvent<string>} */ (event).detail));
  for (const kind of ["pointerover", "focusin"]) {
    drill.addEventListener(kind, (event) => {
      const label = event.target instanceof Element ? event.target.closest("label[data-op]") : null;
      if (label instanceof HTMLElement) point(label.dataset.op ?? "");
    });
  }
  drill.addEventListener("pointerleave", () => point(""));
}
