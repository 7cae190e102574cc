/** A glyph's outline as the `glyf` table of TrueType stores it: closed contours of quadratic curves. */
export type Point = { x: number; y: number; isOnCurve: boolean };

const onCurve = 0x01;
const xAxis = { short: 0x02, sameOrPositive: 0x10 };
const yAxis = { short: 0x04, sameOrPositive: 0x20 };

/** Without hinting instructions, which neither paper nor today's screens need. */
export function encodeOutline(contours: Point[][]): Buffer {
  const points = contours.flat();
  if (points.length === 0) return Buffer.alloc(0);
  const xs = points.map(({ x }) => Math.round(x));
  const ys = points.map(({ y }) => Math.round(y));
  const head = Buffer.alloc(12 + 2 * contours.length);
  head.writeInt16BE(contours.length, 0);
  [least(xs), least(ys), most(xs), most(ys)].forEach((bound, index) => {
    head.writeInt16BE(bound, 2 + 2 * index);
  });
  let end = -1;
  for (const [index, contour] of contours.entries()) {
    end += contour.length;
    head.writeUInt16BE(end, 10 + 2 * index);
  }
  const flags = Buffer.from(points.map(({ isOnCurve }) => (isOnCurve ? onCurve : 0)));
  const parts = [head, flags, encodeAxis(xs, flags, xAxis), encodeAxis(ys, flags, yAxis)];
  const size = parts.reduce((sum, { length }) => sum + length, 0);
  return Buffer.concat(parts, size + (size % 2));
}

/** Each coordinate as its distance from the one before, in one byte where that suffices; notes which in the flags. */
function encodeAxis(values: number[], flags: Buffer, { short, sameOrPositive }: typeof xAxis): Buffer {
  const bytes = Buffer.alloc(2 * values.length);
  let length = 0;
  let last = 0;
  for (const [index, value] of values.entries()) {
    const distance = value - last;
    last = value;
    if (distance === 0) {
      flags[index]! |= sameOrPositive;
    } else if (Math.abs(distance) < 256) {
      flags[index]! |= distance > 0 ? short | sameOrPositive : short;
      length = bytes.writeUInt8(Math.abs(distance), length);
    } else {
      length = bytes.writeInt16BE(distance, length);
    }
  }
  return bytes.subarray(0, length);
}

const least = (values: number[]) => values.reduce((a, b) => Math.min(a, b));
const most = (values: number[]) => values.reduce((a, b) => Math.max(a, b));

type PathCommand = { command: string; args: number[] };

/** From the drawing commands that fontkit gives: components are resolved in them, and the weight is applied. */
export function contoursOf(commands: PathCommand[]): Point[][] {
  const contours: Point[][] = [];
  for (const { command, args } of commands) {
    if (command === "moveTo") contours.push([]);
    const contour = contours.at(-1);
    for (let index = 0; contour && index < args.length; index += 2) {
      contour.push({ x: args[index]!, y: args[index + 1]!, isOnCurve: index === args.length - 2 });
    }
  }
  return contours.map(withoutRepeatedEnd).filter((contour) => contour.length > 1);
}

/** A contour closes itself. */
function withoutRepeatedEnd(contour: Point[]): Point[] {
  const [first, last] = [contour[0], contour.at(-1)];
  const isRepeated = contour.length > 1 && last!.isOnCurve && first!.x === last!.x && first!.y === last!.y;
  return isRepeated ? contour.slice(0, -1) : contour;
}
