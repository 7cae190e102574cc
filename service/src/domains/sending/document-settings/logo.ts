import { hash } from "node:crypto";
import type { Context } from "../../../context.ts";
import { invalidField } from "../../../contract/errors.ts";
import { inTransaction } from "../../../platform/db/database.ts";
import type { Json } from "../../../platform/db/sql.ts";
import { JobTooLong } from "../../../platform/ops/threads.ts";
import { audit } from "../../tenancy/audit/service.ts";
import type { Administration } from "../../tenancy/companies/service.ts";
import { logoBytesMax } from "./logo-file.ts";
import type { DrawnLogo } from "./logo-job.ts";
import { deleteLogo, findSettings, storeLogo } from "./queries.ts";
import type { LogoChange } from "./schema.ts";

/**
 * The logo on documents. What is uploaded is drawn once, in a thread and within seconds of processor time, and only the
 * result is kept: no file of a customer is ever shown to anybody else.
 */
const job = new URL("./logo-job.ts", import.meta.url);
// A drawing that takes longer was made to.
const drawingMaxCpuMs = 3_000;

export async function setLogo(
  { db, threads }: Pick<Context, "db" | "threads">,
  author: Omit<Administration, "tx">,
  companyId: number,
  { file: encoded }: LogoChange,
): Promise<Json> {
  const file = Buffer.from(encoded, "base64");
  if (file.length === 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(encoded)) {
    throw invalidField("file", "must be the file's bytes in base64");
  }
  if (file.length > logoBytesMax) throw invalidField("file", "must be at most 256 KiB: make it smaller");
  const drawn = await draw(threads, companyId, file);
  if ("fault" in drawn) throw invalidField("file", drawn.fault);
  const logo = { ...drawn, sha256: hash("sha256", drawn.png, "hex") };
  return inTransaction(db.forCompany(companyId), async (tx) => {
    await storeLogo(tx, companyId, author.now, logo);
    const { sha256, width, height } = logo;
    audit({ ...author, tx }, companyId, "logo.set", `company/${companyId}`, { sha256, width, height });
    return findSettings(tx, companyId);
  });
}

async function draw(threads: Context["threads"], companyId: number, file: Buffer): Promise<DrawnLogo> {
  try {
    return await threads.run<DrawnLogo>({ companyId, file: job, input: { file }, maxCpuMs: drawingMaxCpuMs });
  } catch (error) {
    if (error instanceof JobTooLong) return { fault: "is too complicated to draw: export it as PNG" };
    throw error;
  }
}

export async function removeLogo(author: Administration, companyId: number): Promise<Json> {
  const { tx } = author;
  await deleteLogo(tx, companyId);
  audit(author, companyId, "logo.removed", `company/${companyId}`);
  return findSettings(tx, companyId);
}

/** Below the address of the site. The same address always shows the same picture. */
export const logoPath = (companyId: number, sha256: string): string => `/logos/${companyId}/${sha256}.png`;
