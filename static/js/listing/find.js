// A box that leaves only the rows that hold all its words.

const box = /** @type {HTMLInputElement | null} */ (document.querySelector("[data-find]"));
const rows = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(box?.dataset.find ?? "none")]);
const count = document.getElementById("find-count");
const texts = rows.map((row) => (row.textContent ?? "").toLowerCase());

function filter() {
  const words = (box?.value ?? "").toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  rows.forEach((row, index) => {
    row.hidden = !words.every((word) => texts[index].includes(word));
    if (!row.hidden) shown += 1;
  });
  if (count) count.textContent = words.length ? `${shown} of ${rows.length}` : "";
}

if (box) {
  const asked = new URLSearchParams(location.search).get("find");
  if (asked) box.value = asked;
  box.addEventListener("input", filter);
  filter();
}

export {};
