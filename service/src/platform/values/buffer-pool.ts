/**
 * A pool of buffers for large texts on their way from the database to a client. V8 counts a new buffer for each text as
 * growth, and would collect garbage several times a second to make room for it. A buffer that is not returned is
 * collected like anything else.
 */
const pieceBytes = 256 * 1024;
const worthwhileBytes = 32 * 1024;
// As many buffers are kept for later texts.
const freeMax = 24;

const free: Buffer[] = [];
const taken = new WeakSet<ArrayBufferLike>();

export function takeBuffer(length: number): Buffer {
  if (length < worthwhileBytes || length > pieceBytes) return Buffer.allocUnsafe(length);
  const piece = free.pop() ?? Buffer.allocUnsafeSlow(pieceBytes);
  taken.add(piece.buffer);
  return piece.subarray(0, length);
}

/** Nothing may read these bytes, or others of the same buffer, any more. */
export function returnBuffer({ buffer }: Buffer): void {
  if (taken.delete(buffer) && free.length < freeMax) free.push(Buffer.from(buffer));
}
