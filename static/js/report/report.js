// A report's page: listings in windows, found by address, and timelines that widen.

import { startModule } from "./report-module.js";
import { turn } from "./report-unpack.js";
import { startZoom } from "./report-zoom.js";
import { startTheme } from "../page/theme.js";

/** @typedef {import("./report-window.js").Listing} Listing */

/** @type {Map<string, Promise<Map<string, Listing>>>} by module */
const modules = new Map();

/** @param {string} id of a module @returns {Promise<Map<string, Listing>>} */
function opened(id) {
  let found = modules.get(id);
  if (!found) {
    const section = document.getElementById(id);
    found = section ? startModule(section) : Promise.resolve(new Map());
    modules.set(id, found);
  }
  return found;
}

/** Goes to the line that the address names, `#m1-hlo-41`. @param {string} hash */
async function goTo(hash) {
  const named = /^#((m\d+)-\w+)-(\d+)$/.exec(hash);
  if (!named) return;
  const listing = (await opened(named[2])).get(named[1]);
  if (!listing) return;
  listing.box.scrollIntoView({ block: "center" });
  listing.go(Number(named[3]) - 1, { focus: true, align: "nearest" });
}

document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest('a[href^="#m"]') : null;
  const hash = link?.getAttribute("href") ?? "";
  if (!/-\d+$/.test(hash)) return;
  event.preventDefault();
  goTo(hash);
});
window.addEventListener("hashchange", () => goTo(location.hash));

/**
 * Says in place of the listings why they aren't there.
 * @param {Element} section
 * @param {unknown} error
 */
function cannotShow(section, error) {
  const why = "DecompressionStream" in window ? String(error) : "it can't unpack text; one of 2023 or later can";
  for (const box of section.querySelectorAll(".listing[data-pane]")) {
    box.textContent = `This browser can't show the text: ${why}.`;
    box.removeAttribute("aria-busy");
  }
}

async function start() {
  startTheme();
  for (const figure of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-timeline]"))) startZoom(figure);
  const address = location.hash;
  for (const section of document.querySelectorAll("section[data-module]")) {
    try {
      await opened(section.id);
    } catch (error) {
      cannotShow(section, error);
    }
    await turn();
  }
  document.documentElement.dataset.ready = "yes";
  goTo(address);
}

start();
