import type { KeyObject } from "node:crypto";
import { parseObject } from "../../../../platform/outbound/answers.ts";
import type { FiscalAccount } from "../port.ts";
import { claimsOf, publicKeyOf } from "../signed-token.ts";

/** The claims of a token whose signature is valid; undefined for any other. */
export function signedData(token: unknown, key: KeyObject): Record<string, unknown> | undefined {
  const data = claimsOf(token, key)?.data;
  return typeof data === "string" ? parseObject(data) : undefined;
}

/** Logins may be encrypted with another key than documents are signed with. */
export const verificationKey = ({ signing_key, public_key }: FiscalAccount) =>
  publicKeyOf(signing_key ?? public_key);
