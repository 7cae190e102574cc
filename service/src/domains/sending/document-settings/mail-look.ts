import type { Config } from "../../../config/config.ts";
import type { Queryable } from "../../../platform/db/database.ts";
import type { MailAttachment } from "../../../platform/ops/mail.ts";
import { readableOn } from "../../../platform/values/colour.ts";
import { type LetterLook, letterGround } from "../../tenancy/users/service.ts";
import { findSettings } from "./queries.ts";
import type { DocumentSettings } from "./schema.ts";

/** How high and wide a logo is in a mail, at most. */
const logoMax = { width: 200, height: 56 };

/**
 * How the mails of a company look to its buyers. The logo is a part of the mail, because a picture on a server would
 * tell who opened the mail and when.
 */
export async function mailLookOf(
  db: Queryable,
  { environment }: Pick<Config, "environment">,
  companyId: number,
): Promise<{ look: LetterLook; attachments: MailAttachment[] }> {
  const settings = JSON.parse(await findSettings(db, companyId)) as DocumentSettings;
  const { accent_colour: colour, logo } = settings;
  const accent = colour === null ? undefined : readableOn(letterGround, colour);
  const isTest = environment === "sandbox";
  if (logo === null) return { look: { accent, isTest }, attachments: [] };
  const { sha256, width, height } = logo;
  const scale = Math.min(1, logoMax.width / width, logoMax.height / height);
  const size = { width: Math.round(width * scale), height: Math.round(height * scale) };
  return { look: { accent, isTest, logo: size }, attachments: [{ document: "logo", sha256 }] };
}
