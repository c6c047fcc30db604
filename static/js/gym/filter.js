// The gym's stations by chapter and by skill; what is chosen stands in the address.

const form = document.querySelector("[data-filter]");
const chosen = /** @type {HTMLSelectElement[]} */ ([...(form?.querySelectorAll("select") ?? [])]);
const cards = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-card]")]);

function show() {
  for (const card of cards) {
    card.hidden = !chosen.every((each) => !each.value || (card.getAttribute(`data-${each.name}`) ?? "").split(" ").includes(each.value));
  }
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-part]"))) {
    part.hidden = [...part.querySelectorAll("[data-card]")].every((card) => card.hasAttribute("hidden"));
  }
  const shown = cards.filter((card) => !card.hidden).length;
  const says = form?.querySelector("[data-filter-says]");
  if (says) says.textContent = chosen.some((each) => each.value) ? `${shown} of ${cards.length} stations` : "";
}

function keep() {
  const url = new URL(location.href);
  for (const each of chosen) {
    if (each.value) url.searchParams.set(each.name, each.value);
    else url.searchParams.delete(each.name);
  }
  history.replaceState(null, "", url);
}

if (form) {
  const asked = new URLSearchParams(location.search);
  for (const each of chosen) {
    const value = asked.get(each.name) ?? "";
    if ([...each.options].some((option) => option.value === value)) each.value = value;
    each.addEventListener("change", () => {
      keep();
      show();
    });
  }
  show();
}
