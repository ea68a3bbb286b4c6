// A game and a ply of it in the fragment of a link, which browsers never send to a server.

/** The link to a position. */
export function linkTo(record, ply) {
  const bytes = new TextEncoder().encode(record);
  const packed = btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
  return `${location.origin}/#record=${packed}&ply=${ply}`;
}

/** The {record, ply} of a link or its fragment; null if it holds none. */
export function sharedGame(link) {
  const found = /#record=([\w-]+)(?:&ply=(\d+))?\s*$/.exec(link.trim());
  if (!found) return null;
  try {
    const bytes = Uint8Array.from(atob(found[1].replaceAll("-", "+").replaceAll("_", "/")), (sign) =>
      sign.charCodeAt(0),
    );
    return { record: new TextDecoder("utf-8", { fatal: true }).decode(bytes), ply: Number(found[2] ?? 0) };
  } catch {
    return null;
  }
}
