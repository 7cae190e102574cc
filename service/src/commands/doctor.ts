import { styleText } from "node:util";
import type { Environment } from "../config/config.ts";
import { examineSettings } from "../config/config.ts";
import type { Database } from "../platform/db/database.ts";
import { listListeningNodes } from "../platform/db/listener.ts";
import { createOutbound } from "../platform/outbound/outbound.ts";
import { type Clock, systemClock } from "../platform/values/clock.ts";
import { checkAddresses, type Served } from "./doctor/addresses.ts";
import { checkBaseUrls } from "./doctor/base-urls.ts";
import { checkBooks } from "./doctor/books.ts";
import { type Bounded, boundedBy } from "./doctor/bounded.ts";
import { checkDatabaseClock, checkOutsideClock } from "./doctor/clock.ts";
import { checkConnections, checkMaintenance, checkServer, checkTimeZones } from "./doctor/database.ts";
import { type DatabaseDoctorContext, type DoctorContext, hasFault } from "./doctor/doctor-context.ts";
import { checkCertificate, checkFolder, checkNode } from "./doctor/files.ts";
import { counted, type Finding, note } from "./doctor/finding.ts";
import { checkInstallation } from "./doctor/installation.ts";
import { checkIntegrations, checkSandbox } from "./doctor/integrations.ts";
import { checkKeys } from "./doctor/keys.ts";
import { checkMail } from "./doctor/mail.ts";
import { keysOf, openReadOnly } from "./doctor/open-database.ts";
import { watched } from "./doctor/outside-clock.ts";
import { checkPublicCertificates } from "./doctor/public-certificate.ts";
import { checkEvents, checkQueues } from "./doctor/queues.ts";
import { checkReplication } from "./doctor/replication.ts";
import { checkSchema } from "./doctor/schema.ts";
import { checkSettings } from "./doctor/settings.ts";
import type { Options } from "./options.ts";
import { wrapped } from "./wrapped.ts";

/** Checks everything that the service depends on, changes nothing, and says how to fix each problem. */
export async function doctor(env: Environment, options: Options): Promise<void> {
  const findings = await examine(env);
  const problems = findings.filter(({ level }) => level === "problem").length;
  process.stdout.write(options.json === true ? asJson(findings, problems) : asText(findings));
  if (problems > 0) process.exitCode = 1;
}

const callMaxMs = 4_000;
const allMaxMs = 9_500;

export async function examine(env: Environment, clock: Clock = systemClock): Promise<Finding[]> {
  const { config, faults } = examineSettings(env);
  // The doctor also calls our own address, which may resolve to a private network.
  const exemptOrigins = [...config.outbound.exemptOrigins, new URL(config.baseUrl).origin];
  const outsiders = createOutbound({ ...config.outbound, exemptOrigins, connectionsPerOrigin: 4 });
  const doctorContext = { env, config, faults, clock, ...watched(outsiders, clock, callMaxMs) };
  const bounded = boundedBy(allMaxMs);
  try {
    const database = examineDatabase(doctorContext, bounded);
    const served = database.then((examined) => examined.served);
    const found = await Promise.all([
      bounded("settings", () => checkSettings(doctorContext)),
      bounded("Node", checkNode),
      bounded("data folder", () => checkFolder(doctorContext)),
      bounded("certificate", () => checkCertificate(doctorContext)),
      bounded("certificate", () => checkPublicCertificates(doctorContext)),
      database.then(({ findings }) => findings),
      bounded("mail", () => checkMail(doctorContext)),
      bounded("addresses", () => checkAddresses(doctorContext, served)),
    ]);
    return found.flat();
  } finally {
    await outsiders.close();
  }
}

type Examined = { findings: Finding[]; served: Served };

async function examineDatabase(doctorContext: DoctorContext, bounded: Bounded): Promise<Examined> {
  if (hasFault(doctorContext, "DATABASE_URL")) return { findings: [], served: "unknown" };
  const opened = await openReadOnly(doctorContext.config);
  if (!("db" in opened)) {
    if (opened.level !== "problem") return { findings: [opened], served: "nowhere" };
    const says = "migrations, keys, queues, gateways and authorities were not checked";
    const rest = note("the rest", says, "They need the database. Fix that first, then run this again.");
    return { findings: [opened, rest], served: "unknown" };
  }
  let served: Served = "unknown";
  try {
    const findings = await bounded("database", async () => {
      const open = await openDoctorContext(doctorContext, opened.db);
      served = open.nodes.length > 0 ? "here" : "nowhere";
      return examineOpen(open, bounded);
    });
    return { findings, served };
  } finally {
    await opened.close();
  }
}

async function openDoctorContext(doctorContext: DoctorContext, db: Database): Promise<DatabaseDoctorContext> {
  const nodes = (await listListeningNodes(db)).filter(({ roles }) => !roles.includes("command"));
  return { ...doctorContext, db, nodes, encryptionKeys: keysOf(doctorContext.config) };
}

async function examineOpen(doctorContext: DatabaseDoctorContext, bounded: Bounded): Promise<Finding[]> {
  const { isOurs, ...schema } = await checkSchema(doctorContext.db);
  const found = await Promise.all([
    bounded("database", () => checkServer(doctorContext)),
    bounded("connections", () => checkConnections(doctorContext)),
    bounded("replication", () => checkReplication(doctorContext)),
    bounded("upkeep", () => checkMaintenance(doctorContext)),
    bounded("clock", () => checkDatabaseClock(doctorContext)),
    schema.findings,
    ...(isOurs ? contentsOf(doctorContext, bounded) : []),
  ]);
  return [...found.flat(), ...checkOutsideClock(doctorContext)];
}

const contentsOf = (doctorContext: DatabaseDoctorContext, bounded: Bounded) => [
  bounded("installation", () => checkInstallation(doctorContext)),
  bounded("time zones", () => checkTimeZones(doctorContext)),
  bounded("keys", () => checkKeys(doctorContext)),
  bounded("queues", () => checkQueues(doctorContext)),
  bounded("events", () => checkEvents(doctorContext)),
  bounded("books", () => checkBooks(doctorContext)),
  bounded("gateways", () => checkIntegrations(doctorContext)),
  bounded("base addresses", () => checkBaseUrls(doctorContext)),
  bounded("sandbox", () => checkSandbox(doctorContext)),
];

function asJson(findings: Finding[], problems: number): string {
  const notes = findings.filter(({ level }) => level === "note").length;
  return `${JSON.stringify({ success: problems === 0, problems, notes, checks: findings })}\n`;
}

const colours = { ok: "green", note: "yellow", problem: "red" } as const;
const indent = 9;

function asText(findings: Finding[]): string {
  const names = Math.max(...findings.map(({ check }) => check.length));
  const lines = findings.flatMap(({ check, level, says, cure }) => {
    const mark = styleText(colours[level], level.padEnd(indent));
    const reported = wrapped(says, indent + names + 2)
      .join("\n")
      .trimStart();
    return [
      `${mark}${check.padEnd(names + 2)}${reported}`,
      ...(cure ? wrapped(`→ ${cure}`, indent + names + 2) : []),
    ];
  });
  const count = (level: Finding["level"]) => findings.filter((finding) => finding.level === level).length;
  const sum = `${counted(count("problem"), "problem")}, ${counted(count("note"), "note")}, ${count("ok")} ok`;
  return `${lines.join("\n")}\n\n${sum}\n`;
}
