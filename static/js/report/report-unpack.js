// Texts of a report: gzip in base64, unpacked by the browser in small steps, so that nothing freezes.

/** Milliseconds of work after which the browser gets its turn. */
const TURN = 8;

/** Lets the browser draw and answer before going on. @returns {Promise<void>} */
export function turn() {
  return new Promise((done) => setTimeout(done));
}

/**
 * @param {string} id of the element that holds the packed text
 * @returns {Promise<string>}
 */
export async function unpackText(id) {
  /** @type {string[]} */
  const parts = [];
  for await (const part of unpacked(id)) parts.push(part);
  return parts.join("");
}

/**
 * The lines of a packed text.
 * @param {string} id
 * @returns {Promise<string[]>}
 */
export async function unpackLines(id) {
  /** @type {string[]} */
  const lines = [];
  /** Parts of a line that goes on in the next part. @type {string[]} */
  let open = [];
  let since = performance.now();
  for await (const part of unpacked(id)) {
    const cut = part.split("\n");
    open.push(cut[0]);
    if (cut.length > 1) {
      lines.push(open.join(""));
      for (let at = 1; at < cut.length - 1; at += 1) lines.push(cut[at]);
      open = [cut[cut.length - 1]];
    }
    if (performance.now() - since > TURN) {
      await turn();
      since = performance.now();
    }
  }
  lines.push(open.join(""));
  return lines;
}

/**
 * @param {string} id
 * @returns {AsyncGenerator<string>}
 */
async function* unpacked(id) {
  const packed = document.getElementById(id)?.textContent?.trim() ?? "";
  const bytes = await decoded(packed);
  const stream = new Blob([/** @type {BlobPart} */ (bytes)])
    .stream()
    .pipeThrough(new DecompressionStream("gzip"))
    .pipeThrough(new TextDecoderStream());
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}

/**
 * Base64 to bytes, a piece at a time.
 * @param {string} packed
 */
async function decoded(packed) {
  const piece = 1 << 17; // a multiple of four: each piece decodes by itself
  const bytes = new Uint8Array(Math.floor((packed.length * 3) / 4));
  let size = 0;
  for (let at = 0; at < packed.length; at += piece) {
    const binary = atob(packed.slice(at, at + piece));
    for (let place = 0; place < binary.length; place += 1) bytes[size + place] = binary.charCodeAt(place);
    size += binary.length;
    await turn();
  }
  return bytes.subarray(0, size);
}
