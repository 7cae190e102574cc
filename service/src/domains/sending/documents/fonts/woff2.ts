import { brotliDecompressSync } from "node:zlib";
import { encodeOutline, type Point } from "./outline.ts";

/**
 * Unpacks a font in the format WOFF2 (https://www.w3.org/TR/WOFF2/) to the plain format that PDF needs. fontkit reads
 * WOFF2 itself, but can neither choose the weight of such a font nor embed parts of it.
 */
export function unpackWoff2(file: Buffer): Buffer {
  const tables = readDirectory(file);
  const packed = file.subarray(tables.end, tables.end + file.readUInt32BE(20));
  const data = brotliDecompressSync(packed);
  let offset = 0;
  const unpacked = new Map<string, Buffer>();
  for (const { tag, length, isTransformed } of tables.entries) {
    const bytes = data.subarray(offset, offset + length);
    offset += length;
    if (!isTransformed) unpacked.set(tag, bytes);
    else if (tag === "glyf") for (const [name, table] of unpackGlyphs(bytes)) unpacked.set(name, table);
    else if (tag !== "loca") throw new Error(`the font's table ${tag} has an unknown transformation`);
  }
  const head = Buffer.from(unpacked.get("head")!);
  // Offsets of glyphs are stored in four bytes.
  head.writeInt16BE(1, 50);
  return writeFont(file.readUInt32BE(4), unpacked.set("head", head));
}

const knownTags =
  "cmap head hhea hmtx maxp name OS/2 post cvt_ fpgm glyf loca prep CFF_ VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX vhea vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG_ sbix acnt avar bdat bloc bsln cvar fdsc feat fmtx fvar gvar hsty just lcar mort morx opbd prop trak Zapf Silf Glat Gloc Feat Sill"
    .replaceAll("_", " ")
    .match(/.{4}(?= |$)/g)!;

function readDirectory(file: Buffer) {
  const read = new Reader(file, 48);
  const entries = Array.from({ length: file.readUInt16BE(12) }, () => {
    const flags = read.byte();
    const tag = (flags & 0x3f) === 0x3f ? read.bytes(4).toString("latin1") : knownTags[flags & 0x3f]!;
    const isTransformed = flags >> 6 === (tag === "glyf" || tag === "loca" ? 0 : 1);
    const length = read.base128();
    return { tag, isTransformed, length: isTransformed ? read.base128() : length };
  });
  return { entries, end: read.at };
}

/** The tables `glyf` and `loca`, from the streams that WOFF2 divides them into. */
function unpackGlyphs(table: Buffer): [string, Buffer][] {
  const count = table.readUInt16BE(4);
  let start = 36;
  const [contourCounts, pointCounts, flags, coordinates, composites, bounds] = [0, 1, 2, 3, 4, 5].map(
    (index) => {
      const length = table.readUInt32BE(8 + 4 * index);
      start += length;
      return new Reader(table.subarray(start - length, start));
    },
  ) as [Reader, Reader, Reader, Reader, Reader, Reader];
  const hasBounds = bounds.bytes(4 * Math.ceil(count / 32));
  const glyphs: Buffer[] = [];
  const offsets = Buffer.alloc(4 * (count + 1));
  let offset = 0;
  for (let index = 0; index < count; index++) {
    const contourCount = contourCounts.int16();
    const given = (hasBounds[index >> 3]! >> (7 - (index & 7))) & 1 ? bounds.bytes(8) : undefined;
    let glyph: Buffer = Buffer.alloc(0);
    if (contourCount > 0) {
      glyph = encodeOutline(readContours(contourCount, pointCounts, flags, coordinates));
      coordinates.uint16of255();
    } else if (contourCount < 0) {
      const components = readComponents(composites);
      if (components.hasInstructions) coordinates.uint16of255();
      glyph = Buffer.concat([Buffer.from([0xff, 0xff]), given!, components.bytes]);
    }
    glyphs.push(glyph);
    offset += glyph.length;
    offsets.writeUInt32BE(offset, 4 * (index + 1));
  }
  return [
    ["glyf", Buffer.concat(glyphs)],
    ["loca", offsets],
  ];
}

function readContours(count: number, pointCounts: Reader, flags: Reader, coordinates: Reader): Point[][] {
  const lengths = Array.from({ length: count }, () => pointCounts.uint16of255());
  const last = { x: 0, y: 0 };
  return lengths.map((length) =>
    Array.from({ length }, () => {
      const flag = flags.byte();
      const [dx, dy] = readDistance(flag & 0x7f, coordinates);
      last.x += dx;
      last.y += dy;
      return { ...last, isOnCurve: flag < 0x80 };
    }),
  );
}

/** The specification's table of 128 ways to store a distance, by ranges. */
function readDistance(flag: number, read: Reader): [dx: number, dy: number] {
  const signed = (bit: number, value: number) => ((flag >> bit) & 1 ? value : -value);
  if (flag < 10) return [0, signed(0, ((flag & 14) << 7) + read.byte())];
  if (flag < 20) return [signed(0, (((flag - 10) & 14) << 7) + read.byte()), 0];
  if (flag < 84) {
    const [kind, byte] = [flag - 20, read.byte()];
    return [signed(0, 1 + (kind & 0x30) + (byte >> 4)), signed(1, 1 + ((kind & 0x0c) << 2) + (byte & 0x0f))];
  }
  if (flag < 120) {
    const kind = flag - 84;
    const dx = signed(0, 1 + (Math.floor(kind / 12) << 8) + read.byte());
    return [dx, signed(1, 1 + (((kind % 12) >> 2) << 8) + read.byte())];
  }
  if (flag < 124) {
    const [first, second, third] = read.bytes(3) as unknown as [number, number, number];
    return [signed(0, (first << 4) + (second >> 4)), signed(1, ((second & 0x0f) << 8) + third)];
  }
  const dx = signed(0, read.uint16());
  return [dx, signed(1, read.uint16())];
}

const component = {
  words: 0x0001,
  scale: 0x0008,
  more: 0x0020,
  twoScales: 0x0040,
  matrix: 0x0080,
  instructions: 0x0100,
};

/** The parts of a composite glyph; its instructions are left out. */
function readComponents(read: Reader): { bytes: Buffer; hasInstructions: boolean } {
  const parts: Buffer[] = [];
  for (let hasInstructions = false; ; ) {
    const flags = read.uint16();
    hasInstructions ||= (flags & component.instructions) !== 0;
    const scales =
      flags & component.matrix ? 8 : flags & component.twoScales ? 4 : flags & component.scale ? 2 : 0;
    const start = Buffer.alloc(2);
    start.writeUInt16BE(flags & ~component.instructions);
    parts.push(start, read.bytes(2 + (flags & component.words ? 4 : 2) + scales));
    if ((flags & component.more) === 0) return { bytes: Buffer.concat(parts), hasInstructions };
  }
}

function writeFont(flavour: number, tables: Map<string, Buffer>): Buffer {
  const head = Buffer.alloc(12 + 16 * tables.size);
  head.writeUInt32BE(flavour, 0);
  head.writeUInt16BE(tables.size, 4);
  const parts = [head];
  let offset = head.length;
  for (const [index, [tag, table]] of [...tables].sort(([a], [b]) => (a < b ? -1 : 1)).entries()) {
    const entry = 12 + 16 * index;
    head.write(tag, entry, "latin1");
    head.writeUInt32BE(offset, entry + 8);
    head.writeUInt32BE(table.length, entry + 12);
    const padded = Buffer.concat([table], Math.ceil(table.length / 4) * 4);
    parts.push(padded);
    offset += padded.length;
  }
  return Buffer.concat(parts);
}

class Reader {
  private readonly data: Buffer;
  at: number;
  constructor(data: Buffer, at = 0) {
    this.data = data;
    this.at = at;
  }
  bytes(length: number): Buffer {
    this.at += length;
    return this.data.subarray(this.at - length, this.at);
  }
  byte = (): number => this.data[this.at++]!;
  uint16 = (): number => this.bytes(2).readUInt16BE();
  int16 = (): number => this.bytes(2).readInt16BE();
  /** Seven bits a byte; the eighth says that more follow. */
  base128(): number {
    for (let value = 0; ; ) {
      const byte = this.byte();
      value = value * 128 + (byte & 0x7f);
      if (byte < 0x80) return value;
    }
  }
  /** One byte for most numbers, up to three for large ones. */
  uint16of255(): number {
    const code = this.byte();
    if (code === 253) return this.uint16();
    if (code === 254) return this.byte() + 506;
    return code === 255 ? this.byte() + 253 : code;
  }
}
