import type { KeptCheckpoint } from "../../../../../sdk/verify-checkpoint.mjs";
import type { Context } from "../../../context.ts";
import { isLanguage, type Language } from "../../../contract/languages.ts";
import type { Transaction } from "../../../platform/db/database.ts";
import type { ClaimedMail, Objection } from "../../sending/mails/service.ts";
import { readProfile } from "../../tenancy/companies/service.ts";
import { findOwners, type Letter, writeMail } from "../../tenancy/users/service.ts";
import { type CheckpointMailChoice, findMailChoice } from "./mail-queries.ts";
import { checkpointMailTexts } from "./texts/texts.ts";

/** A mail is worth sending late: it is kept, not acted upon. */
const triedHours = 72;

/**
 * Stores the mails with a new checkpoint in the transaction that stores the checkpoint: after a crash there are both, or
 * neither. What the owners have in their mailboxes the operator cannot change.
 */
export async function mailCheckpoint(
  { mail, config }: Pick<Context, "mail" | "config">,
  tx: Transaction,
  { recipient }: CheckpointMailChoice,
  checkpoint: KeptCheckpoint,
): Promise<void> {
  if (!mail.isReady()) return;
  const { company_id: companyId, sequence } = checkpoint;
  const { name, language } = await readProfile(tx, companyId);
  const recipients = recipient === null ? await findOwners(tx, companyId) : [{ email: recipient, language }];
  for (const to of recipients) {
    const chosen = isLanguage(to.language) ? to.language : language;
    const letter = checkpointLetter(name, checkpoint, chosen);
    const written = writeMail(to.email, chosen, config.siteUrl, letter);
    const about = `checkpoint/${sequence}`;
    await mail.queue(tx, { ...written, kind: "checkpoint", triedHours }, { companyId, about });
  }
}

function checkpointLetter(companyName: string, checkpoint: KeptCheckpoint, language: Language): Letter {
  const texts = checkpointMailTexts[language];
  // A name is somebody's input: it must not start a line of its own, which could pass for ours.
  const name = companyName.replace(/\s+/g, " ");
  return {
    subject: texts.subject(name, checkpoint.sequence),
    company: name,
    what: [texts.what(checkpoint.sequence), texts.keep],
    code: JSON.stringify(checkpoint, null, 2),
    actions: [],
    after: [texts.use("billfold verify books.jsonl --checkpoint checkpoint.json"), texts.chosen(name)],
  };
}

/** Whether a mail that waited in the outbox may still go: not if an owner chose otherwise, or left, meanwhile. */
export async function objectionToCheckpoint(
  { db }: Pick<Context, "db">,
  { company_id: companyId, recipient }: Pick<ClaimedMail, "company_id" | "recipient">,
): Promise<Objection | undefined> {
  const choice = companyId === null ? undefined : await findMailChoice(db, companyId);
  if (companyId === null || choice === undefined)
    return { reason: "The company does not want its checkpoints by mail any more." };
  const allowed = choice.recipient
    ? [choice.recipient]
    : (await findOwners(db, companyId)).map(({ email }) => email);
  return allowed.includes(recipient) ? undefined : { reason: "The checkpoints go to another address now." };
}
