// A long board on a narrow screen: in two halves, one below the other, so that a finger finds each point.

/** Boards of so few rows and so many columns are folded. */
const ROWS = 2, COLUMNS = 9;

const narrow = matchMedia("(max-width: 40rem), (max-height: 30rem) and (max-width: 62rem)");

/** Tells when the screen becomes narrow, or wide. */
export const onFold = listen => narrow.addEventListener("change", listen);

/** A geometry as it is drawn on this screen. */
export function fold(geometry) {
  const columns = [...new Set(geometry.points.map(point => point.x))].sort((one, other) => one - other);
  const rows = new Set(geometry.points.map(point => point.y)).size;
  if (!narrow.matches || rows > ROWS || columns.length < COLUMNS || geometry.lines.some(line => line.wraps)) return geometry;
  const half = Math.ceil(columns.length / 2), first = columns[half], edge = first - 20;
  const across = first - columns[0], down = geometry.height;
  const moved = one => (one.x < edge ? one : { ...one, x: one.x - across, y: one.y + down });
  const lines = geometry.lines.flatMap(line => {
    const { x1, x2, y1, y2 } = line, second = x => x - across;
    if (x2 < edge) return [line];
    if (x1 > edge) return [{ ...line, x1: second(x1), x2: second(x2), y1: y1 + down, y2: y2 + down }];
    // It goes on in the other half.
    return [{ ...line, x2: edge }, { ...line, x1: second(edge), x2: second(x2), y1: y1 + down, y2: y2 + down }];
  });
  return { ...geometry, width: edge + 12, height: 2 * down, lines,
    ...Object.fromEntries(["points", "labels", "stars"].map(what => [what, geometry[what].map(moved)])) };
}
