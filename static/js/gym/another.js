// In the daily mix, “Another round” leads back to the mix and not to the same station's next one.

/** Points the links to another round at the mix, on a page that was opened from it. */
export function leadToMix() {
  if (!new URLSearchParams(location.search).has("mix")) return;
  for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("[data-another]"))) {
    const gym = new URL(link.href);
    gym.pathname = gym.pathname.replace(/[^/]+\/$/, "");
    gym.search = "?mix";
    link.href = gym.href;
    link.textContent = "Next of the mix";
    link.className = "go";
  }
  for (const each of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-onward]"))) each.hidden = true;
}
