import { constants, type KeyObject, privateDecrypt } from "node:crypto";

/**
 * What was encrypted with the public key and the padding of PKCS #1 v1.5; undefined when it was not. The padding is
 * taken off by hand, because some versions of Node refuse to do it.
 */
export function decryptPkcs1(privateKey: KeyObject, encrypted: Buffer): Buffer | undefined {
  const block = decryptBlock(privateKey, encrypted);
  if (block?.[0] !== 0 || block[1] !== 2) return undefined;
  const end = block.indexOf(0, 2);
  // At least eight bytes of padding, none of them zero, stand before the text.
  return end < 10 ? undefined : block.subarray(end + 1);
}

function decryptBlock(key: KeyObject, encrypted: Buffer): Buffer | undefined {
  try {
    return privateDecrypt({ key, padding: constants.RSA_NO_PADDING }, encrypted);
  } catch {
    // It is no number that this key could have made.
    return undefined;
  }
}
