import type { Context } from "../context.ts";
import type { DocumentSettings } from "../domains/sending/document-settings/schema.ts";
import { getDocumentSettings, logoPath } from "../domains/sending/document-settings/service.ts";
import { addressesOf } from "./checkout/addresses.ts";
import type { PageLook } from "./checkout/layout.ts";

/** A company's own look, as its buyers' pages have it. */
export async function readPageLook(
  context: Pick<Context, "config" | "reads">,
  companyId: number,
): Promise<PageLook> {
  return pageLookOf(context, companyId, await getDocumentSettings(context.reads, companyId));
}

export const pageLookOf = (
  { config }: Pick<Context, "config">,
  companyId: number,
  { accent_colour: accent, logo }: DocumentSettings,
): PageLook => ({
  accent,
  logo: logo && {
    ...logo,
    path: addressesOf(`${config.siteUrl}${logoPath(companyId, logo.sha256)}`).page,
  },
});
