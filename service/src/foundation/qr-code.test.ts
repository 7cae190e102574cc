import fc from "fast-check";
import QRCode from "qrcode";
import { expect, test } from "vitest";
import { qrCode } from "./qr-code.ts";

/** The same by the library that everybody uses, with the mask that we always take. */
function theirs(data: Uint8Array): { size: number; modules: number[] } {
  const segment = { mode: "byte", data } as const;
  const { modules } = QRCode.create([segment], { errorCorrectionLevel: "M", maskPattern: 2 });
  return { size: modules.size, modules: Array.from(modules.data, Number) };
}
const ours = (data: Uint8Array) => {
  const { size, modules } = qrCode(data);
  return { size, modules: [...modules] };
};

test("is module by module what another program makes of the same bytes, in every version there is", () => {
  const sizes = new Set<number>();
  for (let length = 1; length <= 2331; length += length < 120 ? 1 : 29) {
    const data = Uint8Array.from({ length }, (_, index) => (index * 73 + length * 31) & 0xff);
    const made = ours(data);
    expect({ length, ...made }).toEqual({ length, ...theirs(data) });
    sizes.add(made.size);
  }
  expect([...sizes]).toEqual(Array.from({ length: 40 }, (_, index) => 21 + 4 * index));
});

test("also of random bytes, and of none but zeros", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 300 }), (data) => {
      expect(ours(data)).toEqual(theirs(data));
    }),
    { numRuns: 50, seed: 20261115 },
  );
  expect(ours(new Uint8Array(200))).toEqual(theirs(new Uint8Array(200)));
});

test("holds 2331 bytes, and says so when they are more", () => {
  expect(qrCode(new Uint8Array(2331)).size).toBe(177);
  expect(() => qrCode(new Uint8Array(2332))).toThrow("at most 2331 bytes");
});
