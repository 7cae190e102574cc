import { createHmac, timingSafeEqual } from "node:crypto";
import type { Context } from "../../../context.ts";
import { notFound } from "../../../contract/errors.ts";
import type { EncryptionKeys } from "../../../platform/security/secrets.ts";
import { findMemberOf, findUserById } from "../../tenancy/users/service.ts";
import { deleteMailChoice, findMailChoice } from "./mail-queries.ts";

/**
 * The address in every mail of notifications that ends them without signing in. It names the person and the company and
 * is signed, so that nothing is stored for it. It works as long as one of the encryption keys is the one of that time.
 */
export const unsubscribeUrlOf = (
  { config, encryptionKeys }: Pick<Context, "config" | "encryptionKeys">,
  companyId: number,
  userId: number,
): string => `${config.siteUrl}${unsubscribePath}?token=${tokenOf(encryptionKeys, companyId, userId)}`;

export const unsubscribePath = "/unsubscribe";

const macOf = (key: Buffer, companyId: number, userId: number) =>
  createHmac("sha256", key).update(`billfold notification mails:${companyId}:${userId}`).digest();

function tokenOf([current]: EncryptionKeys, companyId: number, userId: number): string {
  return `${companyId}.${userId}.${macOf(current!.key, companyId, userId).toString("base64url")}`;
}

type Subscriber = { companyId: number; userId: number };

function subscriberOf(keys: EncryptionKeys, token: string): Subscriber {
  const [, company, user, signature] = /^([1-9]\d{0,14})\.([1-9]\d{0,14})\.([\w-]{43})$/.exec(token) ?? [];
  if (signature === undefined) throw unknownToken();
  const [companyId, userId] = [Number(company), Number(user)];
  const given = Buffer.from(signature, "base64url");
  const isOurs = keys.some(({ key }) => timingSafeEqual(macOf(key, companyId, userId), given));
  if (!isOurs) throw unknownToken();
  return { companyId, userId };
}

const unknownToken = () => notFound("The subscription");

/** What the page about a subscription shows. */
export type Subscription = {
  /** Null for somebody who does not belong to the company any more. */
  company: { id: number; name: string } | null;
  language: string | null;
  isOn: boolean;
};

export async function readSubscription(
  { reads, encryptionKeys }: Pick<Context, "reads" | "encryptionKeys">,
  token: string,
): Promise<Subscription> {
  const { companyId, userId } = subscriberOf(encryptionKeys, token);
  const [member, user, choice] = await Promise.all([
    findMemberOf(reads, userId, companyId),
    findUserById(reads, userId),
    findMailChoice(reads, companyId, userId),
  ]);
  return {
    company: member ? { id: companyId, name: member.name } : null,
    language: user?.language ?? null,
    isOn: choice !== undefined,
  };
}

/** Ends all mails of notifications to this person about this company. Once more changes nothing. */
export async function unsubscribe(
  { db, encryptionKeys }: Pick<Context, "db" | "encryptionKeys">,
  token: string,
): Promise<void> {
  const { companyId, userId } = subscriberOf(encryptionKeys, token);
  await deleteMailChoice(db, companyId, userId);
}
