import { createRequire } from "node:module";
import { PNG } from "pngjs";

// It is a CommonJS module whose types say otherwise.
const jsqr = createRequire(import.meta.url)("jsqr") as typeof import("jsqr").default;

/** What a telephone would read: the picture is unpacked and decoded by others than those who made it. */
export function readQr(png: Buffer): string | undefined {
  const { data, width, height } = PNG.sync.read(png, { checkCRC: true });
  return jsqr(new Uint8ClampedArray(data), width, height)?.data;
}
