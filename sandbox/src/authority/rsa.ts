import { constants, type KeyObject, privateDecrypt } from "node:crypto";

/**
 * Decrypts text with PKCS #1 v1.5 padding; undefined if it was not encrypted with the public key. The padding is
 * removed by hand, because some versions of Node refuse to do it.
 */
export function decryptPkcs1(privateKey: KeyObject, encrypted: Buffer): Buffer | undefined {
  const block = decryptBlock(privateKey, encrypted);
  if (block?.[0] !== 0 || block[1] !== 2) return undefined;
  const end = block.indexOf(0, 2);
  // The padding before the text has at least eight bytes, none of which is zero.
  return end < 10 ? undefined : block.subarray(end + 1);
}

function decryptBlock(key: KeyObject, encrypted: Buffer): Buffer | undefined {
  try {
    return privateDecrypt({ key, padding: constants.RSA_NO_PADDING }, encrypted);
  } catch {
    // The number is out of range for this key.
    return undefined;
  }
}
