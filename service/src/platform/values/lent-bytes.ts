/**
 * Memory for large texts that pass through: it is lent for one text, and used again when that has been sent. V8 counts
 * new memory for each of them as growth, and collects all of its own several times a second to make room for it. What
 * is not given back is collected like anything else.
 */
const pieceBytes = 256 * 1024;
const worthwhileBytes = 32 * 1024;
// So much is kept for the next texts.
const freeMax = 24;

const free: Buffer[] = [];
const lent = new WeakSet<ArrayBufferLike>();

export function lendBytes(length: number): Buffer {
  if (length < worthwhileBytes || length > pieceBytes) return Buffer.allocUnsafe(length);
  const piece = free.pop() ?? Buffer.allocUnsafeSlow(pieceBytes);
  lent.add(piece.buffer);
  return piece.subarray(0, length);
}

/** Nothing may read these bytes, or others of the same loan, any more. */
export function giveBack({ buffer }: Buffer): void {
  if (lent.delete(buffer) && free.length < freeMax) free.push(Buffer.from(buffer));
}
