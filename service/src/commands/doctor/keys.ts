import { canOpen, type EncryptionKeys, keyIdOf, type Sealed } from "../../foundation/secrets.ts";
import { examineSecondFactors } from "../../modules/accounts/service.ts";
import { sealedIntegrations } from "../../modules/einvoicing/examination.ts";
import { sealedSecrets } from "../../modules/endpoints/secrets.ts";
import { sealedAccounts } from "../../modules/gateways/examination.ts";
import { counted, type Finding, note, ok, problem } from "./finding.ts";
import type { OpenPatient } from "./patient.ts";

const secretsMax = 100_000;
const companiesShown = 5;

/** Whether everything that is stored encrypted can still be opened, and by which keys. */
export async function checkKeys({ db, encryptionKeys, config }: OpenPatient): Promise<Finding[]> {
  const lists = [sealedSecrets, sealedAccounts, sealedIntegrations].map((list) => list(db, secretsMax));
  const sealed = (await Promise.all(lists)).flat();
  if (!encryptionKeys) return [withoutKeys(sealed)];
  const secondFactors = await examineSecondFactors(db, encryptionKeys);
  const lost = sealed.filter((secret) => !canOpen(encryptionKeys, secret));
  const found = [
    ...missingKeys(lost, encryptionKeys),
    ...lostSecrets(lost),
    ...lostFactors(secondFactors.lost),
  ];
  if (found.length > 0) return found;
  const used = new Set([...sealed.map(keyIdOf), ...secondFactors.keyIds]);
  return [
    ok("keys", `${counted(sealed.length, "stored secret")}, all of which open`),
    ...idleKeys(encryptionKeys, used),
    ...generatedKey(config),
  ];
}

function withoutKeys(sealed: Sealed[]): Finding {
  if (sealed.length === 0) return ok("keys", "none yet: the first start makes one");
  const says = `${counted(sealed.length, "stored secret")}, and no key that could open them`;
  return problem(
    "keys",
    says,
    "Bring encryption.keys back into the data folder from your backup, or set BILLFOLD_ENCRYPTION_KEYS.",
  );
}

/** Which keys would be needed, as far as their ids tell. */
function missingKeys(lost: Sealed[], keys: EncryptionKeys): Finding[] {
  const known = new Set(keys.map(({ id }) => id));
  const ids = [...new Set(lost.map(keyIdOf))].filter((id) => !known.has(id));
  if (ids.length === 0) return [];
  const says = `secrets are encrypted with the key ${ids.map((id) => `'${id}'`).join(" and ")}, which is not among those set`;
  return [problem("keys", says, "Add it to BILLFOLD_ENCRYPTION_KEYS, after the first one, on every node.")];
}

function lostSecrets(lost: Sealed[]): Finding[] {
  return Object.entries(Object.groupBy(lost, ({ kind }) => kind)).map(([kind, secrets = []]) => {
    const companies = [...new Set(secrets.map(({ companyId }) => companyId))];
    const shown = companies.slice(0, companiesShown).join(", ");
    const more = companies.length > companiesShown ? ` and ${companies.length - companiesShown} more` : "";
    const says = `${counted(secrets.length, kind)} can't be opened (company ${shown}${more})`;
    return problem(
      "keys",
      says,
      cures[kind] ?? "Bring back the key, or have the company set its account again: billfold gateway set …",
    );
  });
}

const cures: Record<string, string> = {
  "webhook secret":
    "Bring back the key. If it is lost for good, give new secrets: billfold webhook rotate --company …",
  "e-invoicing integration":
    "Bring back the key. If it is lost for good, set the integration again: billfold einvoicing set …",
};

function lostFactors(lost: number): Finding[] {
  if (lost === 0) return [];
  const says = `the second factor of ${counted(lost, "person", "people")} can't be opened: they can't sign in`;
  return [
    problem(
      "keys",
      says,
      "Add the key that it was encrypted with to BILLFOLD_ENCRYPTION_KEYS, after the first one.",
    ),
  ];
}

function idleKeys(keys: EncryptionKeys, used: ReadonlySet<string>): Finding[] {
  const idle = keys.slice(1).filter(({ id }) => !used.has(id));
  if (idle.length === 0) return [];
  const says = `no stored secret needs ${idle.map(({ id }) => `'${id}'`).join(" and ")} any more`;
  return [
    note(
      "keys",
      says,
      "It may be removed from BILLFOLD_ENCRYPTION_KEYS a day after the last change of the first key, when kept answers have expired.",
    ),
  ];
}

function generatedKey({ encryptionKeys, environment, dataDir }: OpenPatient["config"]): Finding[] {
  if (encryptionKeys || environment === "sandbox") return [];
  const says = `the key is the one that was made in ${dataDir}/encryption.keys`;
  return [
    note(
      "keys",
      says,
      "Set BILLFOLD_ENCRYPTION_KEYS to what that file holds, keep it apart from the data, and back it up.",
    ),
  ];
}
