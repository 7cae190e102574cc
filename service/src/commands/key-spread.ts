import { keysTold, type Node } from "../platform/db/listener.ts";
import { type EncryptionKeys, fingerprintOf } from "../platform/security/secrets.ts";

type Key = EncryptionKeys[number];

/** Whether the node lacks the key, for certain: one that tells of no keys, or not of all, may have it. */
export const lacks = ({ keys }: Node, key: Key): boolean =>
  keys.length > 0 && keys.length < keysTold && !keys.includes(fingerprintOf(key));

export const encryptsWith = ({ keys }: Node, key: Key): boolean => keys[0] === fingerprintOf(key);
