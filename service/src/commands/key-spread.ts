import { fingerprintsMax, type ServiceNode } from "../platform/db/listener.ts";
import { type EncryptionKeys, fingerprintOf } from "../platform/security/secrets.ts";

type Key = EncryptionKeys[number];

/** Whether the node lacks the key, for certain: one that tells of no keys, or not of all, may have it. */
export const lacks = ({ keys }: ServiceNode, key: Key): boolean =>
  keys.length > 0 && keys.length < fingerprintsMax && !keys.includes(fingerprintOf(key));

export const encryptsWith = ({ keys }: ServiceNode, key: Key): boolean => keys[0] === fingerprintOf(key);
