import { fragment } from "../../../platform/db/fragments.ts";

/** Whether a checkpoint of the company has signed hashes of its documents, so that there was a seal. */
export const signedDocumentsOf = (company: string) =>
  fragment(
    `exists (select from checkpoints k where k.company_id = ${company} and k.sequence > 0 and k.documents > 0)`,
  );
