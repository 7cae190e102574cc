import { type Frame, frameOf } from "./qr-frame.ts";

/** Side by side in rows of `size`, 1 is black. */
export type QrCode = Pick<Frame, "size" | "modules">;

/**
 * A QR code of bytes (ISO/IEC 18004), level M. Readers take any of the eight masks; weighing them against each other
 * would take most of the time, and matters for texts that are far from random.
 */
export function qrCode(data: Uint8Array): QrCode {
  const version = versionFor(data.length);
  const { size, modules: drawn, path, mask } = frameOf(version);
  const words = interleaved(version, codewords(version, data));
  const modules = drawn.slice();
  for (let bit = 0; bit < words.length * 8; bit++) {
    modules[path[bit]!] = ((words[bit >> 3]! >> (7 - (bit & 7))) & 1) ^ mask[bit]!;
  }
  // What is left over at the end of the way is masked too.
  for (let bit = words.length * 8; bit < path.length; bit++) modules[path[bit]!] = mask[bit]!;
  return { size, modules };
}

// Of level M, by version: how many blocks the message is cut into, and how many words correct each of them.
const blockCounts = numbers(
  "1 1 1 2 2 4 4 4 5 5 5 8 9 9 10 10 11 13 14 16 17 17 18 20 21 23 25 26 28 29 31 33 35 37 38 40 43 45 47 49",
);
const correctionWords = numbers(
  "10 16 26 18 24 16 18 22 22 26 30 22 22 24 24 28 28 26 26 26 26 28 28 28 28 28 28 28 28 28 28 28 28 28 28 28 28 28 28 28",
);

function numbers(text: string): number[] {
  return text.split(" ").map(Number);
}

const blocksOf = (version: number) => blockCounts[version - 1]!;
const correctionOf = (version: number) => correctionWords[version - 1]!;
const wordsOf = (version: number) => frameOf(version).path.length >> 3;
const dataWordsOf = (version: number) => wordsOf(version) - blocksOf(version) * correctionOf(version);
const countBitsOf = (version: number) => (version < 10 ? 8 : 16);

function versionFor(bytes: number): number {
  for (let version = 1; version <= 40; version++) {
    if (4 + countBitsOf(version) + bytes * 8 <= dataWordsOf(version) * 8) return version;
  }
  throw new RangeError(`A QR code holds at most 2331 bytes, not ${bytes}.`);
}

const byteMode = 0b0100;

/** Mode, length, data, and filling to the end. */
function codewords(version: number, data: Uint8Array): Uint8Array {
  const words = new Uint8Array(dataWordsOf(version));
  const head = countBitsOf(version) === 8 ? [data.length] : [data.length >> 8, data.length & 0xff];
  // After four bits of mode everything is half a byte late.
  let [held, at] = [byteMode, 0];
  for (const byte of [...head, ...data]) {
    words[at++] = (held << 4) | (byte >> 4);
    held = byte & 0x0f;
  }
  words[at++] = held << 4;
  for (let filling = 0xec; at < words.length; filling ^= 0xec ^ 0x11) words[at++] = filling;
  return words;
}

/** Cut into blocks, each corrected alone, and then dealt out word by word. Later blocks may have one word more. */
function interleaved(version: number, data: Uint8Array): Uint8Array {
  const [count, correction, total] = [blocksOf(version), correctionOf(version), wordsOf(version)];
  const short = Math.floor(data.length / count);
  const firstLong = count - (data.length % count);
  const words = new Uint8Array(total);
  for (let block = 0; block < count; block++) {
    const start = block * short + Math.max(0, block - firstLong);
    const length = short + (block >= firstLong ? 1 : 0);
    const own = data.subarray(start, start + length);
    for (let at = 0; at < length; at++) {
      // The longer blocks' last words come after everybody's.
      words[at < short ? at * count + block : short * count + block - firstLong] = own[at]!;
    }
    const corrected = remainder(own, generatorOf(correction));
    for (let at = 0; at < correction; at++) words[data.length + at * count + block] = corrected[at]!;
  }
  return words;
}

// Arithmetic on bytes as Reed and Solomon have it: products by sums of logarithms.
const powers = new Uint8Array(512);
const logarithms = new Uint8Array(256);
for (let exponent = 0, value = 1; exponent < 255; exponent++) {
  powers[exponent] = powers[exponent + 255] = value;
  logarithms[value] = exponent;
  value = (value << 1) ^ (value & 0x80 ? 0x11d : 0);
}

const times = (a: number, b: number) => (a && b ? powers[logarithms[a]! + logarithms[b]!]! : 0);

const generators = new Map<number, Uint8Array>();

/** The polynomial whose zeros are the first powers of two, without its leading 1. */
function generatorOf(degree: number): Uint8Array {
  let generator = generators.get(degree);
  if (!generator) {
    generator = new Uint8Array(degree);
    generator[degree - 1] = 1;
    for (let zero = 0; zero < degree; zero++) {
      for (let at = 0; at < degree; at++) {
        generator[at] = times(generator[at]!, powers[zero]!) ^ (generator[at + 1] ?? 0);
      }
    }
    generators.set(degree, generator);
  }
  return generator;
}

function remainder(data: Uint8Array, generator: Uint8Array): Uint8Array {
  const rest = new Uint8Array(generator.length);
  for (const word of data) {
    const factor = word ^ rest[0]!;
    rest.copyWithin(0, 1);
    rest[rest.length - 1] = 0;
    if (factor === 0) continue;
    for (let at = 0; at < rest.length; at++) rest[at] = rest[at]! ^ times(generator[at]!, factor);
  }
  return rest;
}
