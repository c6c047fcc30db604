// The table of contents marks the section being read; on a narrow page it starts closed.

const links = /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll(".toc a"));
const fold = /** @type {HTMLDetailsElement | null} */ (document.querySelector(".toc details"));
const sections = [...links].flatMap((link) => {
  const heading = document.getElementById(decodeURIComponent(link.hash.slice(1)));
  return heading ? [{ link, heading }] : [];
});

function mark() {
  let current = sections[0];
  for (const section of sections) {
    if (section.heading.getBoundingClientRect().top < window.innerHeight * 0.3) current = section;
  }
  for (const { link } of sections) {
    if (link === current.link) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
}

if (sections.length) {
  const wide = window.matchMedia("(min-width: 68rem)");
  const unfold = () => fold && (fold.open = wide.matches);
  wide.addEventListener("change", unfold);
  unfold();
  let waiting = false;
  document.addEventListener(
    "scroll",
    () => {
      if (waiting) return;
      waiting = true;
      requestAnimationFrame(() => {
        waiting = false;
        mark();
      });
    },
    { passive: true },
  );
  mark();
}

export {};
