import { createPrivateKey, X509Certificate } from "node:crypto";
import { accessSync, constants, existsSync, statfsSync, statSync } from "node:fs";
import { isIP } from "node:net";
import path from "node:path";
import type { DoctorContext } from "./doctor-context.ts";
import { counted, type Finding, inProduction, note, ok, problem, size, span } from "./finding.ts";

const fullBytes = 500_000_000;
const fillingBytes = 3_000_000_000;
const daysOfGrace = 21;

/** The folder holds the embedded database, the generated keys and the sandbox's state. */
export function checkFolder({ config }: DoctorContext): Finding[] {
  const { dataDir, databaseUrl, encryptionKeys, environment } = config;
  if (databaseUrl && encryptionKeys && environment === "production") return [];
  const folder = path.resolve(dataDir);
  if (!existsSync(folder)) {
    return [
      note(
        "data folder",
        `${folder} does not exist yet`,
        "The first start creates it. If it should contain data, BILLFOLD_DATA_DIR is wrong or a disk is not mounted.",
      ),
    ];
  }
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    const cure =
      "Give the user who runs Billfold access to it, or choose another folder with BILLFOLD_DATA_DIR.";
    return [problem("data folder", `this user has no access to ${folder}`, cure)];
  }
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  const says = `${folder}: ${size(free)} free`;
  const found = openFiles(folder);
  if (free < fullBytes)
    found.push(problem("data folder", says, "Free some space now: PostgreSQL stops when the disk is full."));
  else if (free < fillingBytes)
    found.push(
      note(
        "data folder",
        says,
        "Free some space before it runs out: PostgreSQL stops when the disk is full.",
      ),
    );
  return found.length > 0 ? found : [ok("data folder", says)];
}

/** Files that only their owner should be able to read, but others can. */
function openFiles(folder: string): Finding[] {
  if (process.platform === "win32") return [];
  const names = ["encryption.keys", "postgres.password", "demo.json"];
  const open = names.filter((name) => {
    const found = statSync(path.join(folder, name), { throwIfNoEntry: false });
    return found && (found.mode & 0o077) !== 0;
  });
  if (open.length === 0) return [];
  const files = open.map((name) => path.join(folder, name)).join(" ");
  return [
    problem(
      "data folder",
      `other users of this machine can read ${open.join(" and ")}`,
      `Run: chmod 600 ${files}`,
    ),
  ];
}

export function checkCertificate({ config, env, clock }: DoctorContext): Finding[] {
  const { tls, baseUrl, siteUrl, environment } = config;
  if (!tls) return [];
  try {
    const certificate = new X509Certificate(tls.cert);
    if (!certificate.checkPrivateKey(createPrivateKey(tls.key))) {
      return [
        problem(
          "certificate",
          "the key in BILLFOLD_TLS_KEY does not match the certificate",
          "Use both files of the same pair, then restart.",
        ),
      ];
    }
    return [
      ...strangeNames(certificate, [baseUrl, siteUrl], environment),
      lifeOf(certificate, clock.now()),
      ...openKey(env.BILLFOLD_TLS_KEY!),
    ];
  } catch (error) {
    return [
      problem(
        "certificate",
        `it can't be used: ${(error as Error).message}`,
        "Both files must be PEM, with the certificate first and its chain after it.",
      ),
    ];
  }
}

function lifeOf(certificate: X509Certificate, now: Date): Finding {
  const days = Math.floor((certificate.validToDate.getTime() - now.getTime()) / 86_400_000);
  const until = certificate.validToDate.toISOString().slice(0, 10);
  const cure = "Renew it, replace the files and restart: they are read at start-up.";
  if (days < 0) return problem("certificate", `it expired on ${until}: clients reject it`, cure);
  if (certificate.validFromDate > now) {
    return problem(
      "certificate",
      `it is not valid before ${certificate.validFromDate.toISOString().slice(0, 10)}`,
      "Check this machine's clock, or wait.",
    );
  }
  if (days < daysOfGrace)
    return note("certificate", `it expires on ${until}, in ${counted(days, "day")}`, cure);
  return ok("certificate", `valid for ${span(days * 86_400)}, until ${until}`);
}

function strangeNames(certificate: X509Certificate, urls: string[], environment: string): Finding[] {
  const hosts = [...new Set(urls.map((url) => new URL(url).hostname.replace(/^\[|\]$/g, "")))];
  const strange = hosts.filter(
    (host) => !(isIP(host) ? certificate.checkIP(host) : certificate.checkHost(host)),
  );
  if (strange.length === 0) return [];
  const says = `it is not valid for ${strange.join(" or ")}, which clients will use`;
  return [
    inProduction(environment)(
      "certificate",
      says,
      "Get a certificate for this host, or correct BILLFOLD_BASE_URL and BILLFOLD_SITE_URL.",
    ),
  ];
}

function openKey(file: string): Finding[] {
  if (process.platform === "win32" || (statSync(file).mode & 0o007) === 0) return [];
  return [problem("certificate", `every user of this machine can read its key`, `Run: chmod 600 ${file}`)];
}

const testedWith = 26;

export function checkNode(): Finding[] {
  const major = Number.parseInt(process.versions.node, 10);
  if (major === testedWith) return [ok("Node", process.version)];
  return [
    note(
      "Node",
      `${process.version}, but Billfold is tested with ${testedWith}`,
      "Install it with: npm install node@26",
    ),
  ];
}
