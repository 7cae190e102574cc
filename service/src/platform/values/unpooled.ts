/**
 * Bytes with memory of their own, for what is kept. `Buffer.from` and `Buffer.concat` take short buffers out of 64 KiB
 * that they share with others, and one that is kept keeps all of it.
 */
export function unpooled(content: string | Uint8Array): Buffer {
  const isText = typeof content === "string";
  const bytes = Buffer.allocUnsafeSlow(isText ? Buffer.byteLength(content) : content.length);
  if (isText) bytes.write(content);
  else bytes.set(content);
  return bytes;
}
