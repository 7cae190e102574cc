/**
 * The part of a QR code (ISO/IEC 18004) that depends on its version alone: the patterns by which readers find and
 * measure it, and the way that the bits of the message take through the rest. Error correction level M, mask 2.
 */
export type Frame = {
  size: number;
  /** Row by row, 1 is black; what the message will fill is 0. */
  modules: Uint8Array;
  /** Where each bit of the message goes, in their order. */
  path: Uint16Array;
  /** Whether the mask turns the bit there over. */
  mask: Uint8Array;
};

const frames = new Map<number, Frame>();

/** Drawn once for each version, from 1 to 40. */
export function frameOf(version: number): Frame {
  let frame = frames.get(version);
  if (!frame) {
    frame = drawFrame(version);
    frames.set(version, frame);
  }
  return frame;
}

type Draw = (x: number, y: number, isBlack: boolean) => void;

function drawFrame(version: number): Frame {
  const size = version * 4 + 17;
  const modules = new Uint8Array(size * size);
  const isTaken = new Uint8Array(size * size);
  const draw: Draw = (x, y, isBlack) => {
    if (x < 0 || y < 0 || x >= size || y >= size) return;
    modules[y * size + x] = isBlack ? 1 : 0;
    isTaken[y * size + x] = 1;
  };
  for (let at = 0; at < size; at++) {
    draw(6, at, at % 2 === 0);
    draw(at, 6, at % 2 === 0);
  }
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const) {
    drawRings(draw, x, y, 4, (ring) => ring !== 2 && ring !== 4);
  }
  const places = alignmentPlaces(version, size);
  const last = places.length - 1;
  places.forEach((x, column) => {
    places.forEach((y, row) => {
      const isFinder = (column === 0 && (row === 0 || row === last)) || (column === last && row === 0);
      if (!isFinder) drawRings(draw, x, y, 2, (ring) => ring !== 1);
    });
  });
  drawFormat(draw, size);
  if (version >= 7) drawVersion(draw, size, version);
  const path = pathThrough(size, isTaken);
  return { size, modules, path, mask: Uint8Array.from(path, (at) => ((at % size) % 3 === 0 ? 1 : 0)) };
}

/** Square rings around a middle. */
function drawRings(
  draw: Draw,
  x: number,
  y: number,
  width: number,
  isBlack: (ring: number) => boolean,
): void {
  for (let dy = -width; dy <= width; dy++) {
    for (let dx = -width; dx <= width; dx++) {
      draw(x + dx, y + dy, isBlack(Math.max(Math.abs(dx), Math.abs(dy))));
    }
  }
}

function alignmentPlaces(version: number, size: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = version === 32 ? 26 : Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2;
  return [6, ...Array.from({ length: count - 1 }, (_, index) => size - 7 - index * step).reverse()];
}

/** Bits with those by which readers correct them. */
function protect(bits: number, extra: number, divisor: number): number {
  let rest = bits;
  for (let bit = 0; bit < extra; bit++) rest = (rest << 1) ^ ((rest >> (extra - 1)) * divisor);
  return (bits << extra) | rest;
}

const levelM = 0b00;
const mask = 2;

function drawFormat(draw: Draw, size: number): void {
  const bits = protect((levelM << 3) | mask, 10, 0x537) ^ 0x5412;
  for (let bit = 0; bit < 15; bit++) {
    const isBlack = ((bits >> bit) & 1) === 1;
    // Twice: around the corner of the first finder, and split between the other two. The rows of dots are left out.
    if (bit < 8) draw(8, bit + (bit > 5 ? 1 : 0), isBlack);
    else draw(15 - bit - (bit > 8 ? 1 : 0), 8, isBlack);
    if (bit < 8) draw(size - 1 - bit, 8, isBlack);
    else draw(8, size - 15 + bit, isBlack);
  }
  draw(8, size - 8, true);
}

function drawVersion(draw: Draw, size: number, version: number): void {
  const bits = protect(version, 12, 0x1f25);
  for (let bit = 0; bit < 18; bit++) {
    const [far, near] = [size - 11 + (bit % 3), Math.floor(bit / 3)];
    const isBlack = ((bits >> bit) & 1) === 1;
    draw(far, near, isBlack);
    draw(near, far, isBlack);
  }
}

/** Two columns at a time from the right, up and down in turns, past what is taken and past the column of dots. */
function pathThrough(size: number, isTaken: Uint8Array): Uint16Array {
  const path: number[] = [];
  let isUpward = true;
  for (let right = size - 1; right > 0; right -= right === 8 ? 3 : 2) {
    for (let step = 0; step < size; step++) {
      const y = isUpward ? size - 1 - step : step;
      for (const x of [right, right - 1]) if (!isTaken[y * size + x]) path.push(y * size + x);
    }
    isUpward = !isUpward;
  }
  return Uint16Array.from(path);
}
