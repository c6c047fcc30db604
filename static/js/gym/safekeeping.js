// Progress as a file: take it along, bring it back, clear it.

import { clear, load, merge } from "./progress.js";

const place = document.querySelector("[data-safekeeping]");
const says = place?.querySelector("[data-safekeeping-says]");

/** @param {string} text */
function say(text) {
  if (says) says.textContent = text;
}

place?.querySelector("[data-export]")?.addEventListener("click", () => {
  const text = JSON.stringify(load(), null, 1);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = `xlagym-progress-${new Date().toISOString().slice(0, 10)}.json`;
  link.click();
  URL.revokeObjectURL(link.href);
  say(`Saved as ${link.download}.`);
});

place?.querySelector("[data-import]")?.addEventListener("change", async (event) => {
  const input = /** @type {HTMLInputElement} */ (event.target);
  const file = input.files?.[0];
  if (!file) return;
  try {
    const added = merge(await file.text());
    say(added ? `Added ${added} answers and marks from ${file.name}.` : `${file.name} holds nothing that is not here already.`);
  } catch (error) {
    say(`${file.name} was not taken: ${error instanceof Error ? error.message : error}.`);
  }
  input.value = "";
});

const clearing = /** @type {HTMLButtonElement | null | undefined} */ (place?.querySelector("[data-clear]"));
clearing?.addEventListener("click", () => {
  if (clearing.dataset.sure !== "yes") {
    clearing.dataset.sure = "yes";
    clearing.textContent = "Really clear all?";
    say("This can't be taken back. Export first, if you may want it again.");
    return;
  }
  clear();
  clearing.dataset.sure = "";
  clearing.textContent = "Clear all";
  say("All progress in this browser is cleared.");
});
