import { createRequire } from "node:module";
import { crc32, deflateSync } from "node:zlib";
import { unpooled } from "./values/unpooled.ts";

const quietModules = 4;
const pixelsPerModule = 8;

/**
 * A QR code as PNG. The code is qrcode's; the picture is written here, one bit a pixel, because qrcode's own way by four
 * bytes a pixel takes ten times as long, and every payment link waits for it.
 */
export function qrPng(text: string): Buffer {
  let picture = drawn.get(text);
  if (!picture) {
    picture = unpooled(draw(text));
    if (drawn.size >= drawnMax) drawn.clear();
    drawn.set(text, picture);
  }
  return picture;
}

// The same code is soon needed again: by the answer and its event, and by every visit to the page.
const drawn = new Map<string, Buffer>();
const drawnMax = 1000;

// Loaded for the first code, because it brings sixty files, which every start would wait for.
let encoder: typeof import("qrcode") | undefined;

function draw(text: string): Buffer {
  // Always byte mode: hardly any part of an address would be shorter in another mode, and searching for one costs
  // more.
  const segment = { mode: "byte", data: Buffer.from(text) } as const;
  encoder ??= createRequire(import.meta.url)("qrcode") as typeof import("qrcode");
  const { modules } = encoder.create([segment], { errorCorrectionLevel: "M", maskPattern });
  return png(modules.size, (row, column) => modules.get(row, column) === 1);
}

// Readers accept any of the eight masks. Rating them takes ten times as long, and only matters for texts that are far
// from random.
const maskPattern = 2;

/** One bit per pixel. A module is eight pixels wide, so each byte has a single colour. */
function png(size: number, isBlack: (row: number, column: number) => boolean): Buffer {
  const stride = size + 2 * quietModules;
  const side = stride * pixelsPerModule;
  const pixels = Buffer.alloc((stride + 1) * side);
  for (let row = 0; row < stride; row++) {
    const start = row * pixelsPerModule * (stride + 1);
    pixels.fill(white, start + 1, start + 1 + stride);
    const [y, left] = [row - quietModules, start + 1 + quietModules];
    const isInside = y >= 0 && y < size;
    for (let x = 0; isInside && x < size; x++) if (isBlack(y, x)) pixels[left + x] = black;
    // The rows below are encoded as "like the one above", which compresses to nothing.
    for (let copy = 1; copy < pixelsPerModule; copy++) pixels[start + copy * (stride + 1)] = likeAbove;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  // One bit, greyscale.
  header.set([1, 0, 0, 0, 0], 8);
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(pixels, quickly)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

// A third larger than the best compression, in a tenth of the time; and small pictures need no large tables.
const quickly = { level: 1, memLevel: 5, windowBits: 12, chunkSize: 2048 };
const white = 0xff;
const black = 0;
const likeAbove = 2;
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(data.length, 0);
  named.copy(framed, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}
