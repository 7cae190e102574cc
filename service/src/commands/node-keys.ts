import { fingerprintsMax, type ServiceNode } from "../platform/db/listener.ts";
import { type EncryptionKeys, fingerprintOf } from "../platform/security/secrets.ts";

type Key = EncryptionKeys[number];

/** Whether the node certainly does not have the key: a node that reports no keys, or not all of them, may have it. */
export const isMissingOn = ({ keys }: ServiceNode, key: Key): boolean =>
  keys.length > 0 && keys.length < fingerprintsMax && !keys.includes(fingerprintOf(key));

/** The first key encrypts. */
export const encryptsWith = ({ keys }: ServiceNode, key: Key): boolean => keys[0] === fingerprintOf(key);
