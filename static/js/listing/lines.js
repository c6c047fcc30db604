// Listings in frames: whether more of their lines follows, and wrapping them instead.

const WRAP = "xlagym.wrap";

/** @param {Element} frame */
function noteEnd(frame) {
  const listing = frame.querySelector(".listing");
  if (!listing) return;
  const rest = listing.scrollWidth - listing.clientWidth - listing.scrollLeft;
  frame.classList.toggle("at-end", rest < 2);
}

/** @returns {boolean} */
function wrapping() {
  try {
    return localStorage.getItem(WRAP) === "yes";
  } catch {
    return false;
  }
}

/** @param {boolean} wrap */
function setWrapping(wrap) {
  for (const frame of framed) {
    if (!frame.hasAttribute("data-wrapped")) frame.classList.toggle("wrapped", wrap);
  }
  for (const button of buttons) button.setAttribute("aria-pressed", String(wrap));
  for (const frame of framed) noteEnd(frame);
}

const framed = document.querySelectorAll(".framed");
const buttons = document.querySelectorAll("[data-wrap]");
for (const frame of framed) {
  const listing = frame.querySelector(".listing");
  listing?.addEventListener("scroll", () => noteEnd(frame), { passive: true });
  if (listing) new ResizeObserver(() => noteEnd(frame)).observe(listing);
}
for (const button of buttons) {
  button.addEventListener("click", () => {
    const wrap = button.getAttribute("aria-pressed") !== "true";
    try {
      localStorage.setItem(WRAP, wrap ? "yes" : "no");
    } catch {
      // It still holds for this page.
    }
    setWrapping(wrap);
  });
}
setWrapping(wrapping());

export {};
