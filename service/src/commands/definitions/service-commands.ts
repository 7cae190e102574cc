import { type Command, flag, repeated, text } from "../command.ts";

export const serviceCommands: readonly Command[] = [
  {
    name: "serve",
    summary: "Start the service: API, dashboard and background work.",
    details: "Settings come from environment variables.",
    options: {},
    run: async (config) => (await import("../serve.ts")).serve(config),
  },
  {
    name: "migrate",
    summary: "Update the database schema to this version.",
    options: {},
    run: async (config, options) => (await import("../administration.ts")).migrateOnly(config, options),
  },
  {
    name: "doctor",
    summary:
      "Check settings, database, clock, keys, queues and outside services, and say how to fix problems.",
    details: "Changes nothing. Exits with 1 when it finds a problem.",
    options: {},
    runOn: async (env, options) => (await import("../doctor.ts")).doctor(env, options),
  },
  {
    name: "backup",
    operand: { name: "FILE", description: "The file to write, or a folder for a file named after the time." },
    summary: "Write everything in the database to one compressed file, while the service runs.",
    details:
      "Works for the embedded database and for DATABASE_URL. The file does not contain the encryption keys. Check it with 'billfold restore FILE --check'.",
    example: "/var/backups/billfold",
    options: {},
    run: async (config, options) => (await import("../backup.ts")).backup(config, options),
  },
  {
    name: "restore",
    operand: { name: "FILE", description: "A file that 'billfold backup' has written." },
    summary: "Restore a backup into an empty data folder or database, and verify it.",
    details:
      "The restored database sends and changes nothing until 'billfold activate'. A file that is damaged or incomplete is refused.",
    example: "billfold.backup --check",
    options: {
      check: flag("Restore into a temporary database, verify it and delete it. Nothing else is changed."),
    },
    run: async (config, options) => (await import("../restore.ts")).restore(config, options),
  },
  {
    name: "activate",
    summary: "Let the service work on a database that was restored, copied or moved.",
    details:
      "Until then it sends no webhooks, mails, payments or registrations, and refuses changes. Make sure that the original service is stopped: two services on copies of one database send everything twice.",
    example: "--check",
    options: { check: flag("Only show what would be sent.") },
    run: async (config, options) => (await import("../activate.ts")).activate(config, options),
  },
  {
    name: "deactivate",
    summary:
      "Make the service quiet: it can be read, but sends and changes nothing until 'billfold activate'.",
    details: "Run it on a copy before you start the service on it, or before you move the database.",
    options: {},
    run: async (config, options) => (await import("../activate.ts")).deactivate(config, options),
  },
  {
    name: "demo",
    summary: "Create a demo company with sample data and a key that has all scopes. Sandbox only.",
    options: {},
    run: async (config, options) => (await import("../demo.ts")).demo(config, options),
  },
  {
    name: "verify",
    operand: { name: "FILE", description: "An export of the books; compressed if its name ends in .gz." },
    summary: "Verify an export of a company's books: chain, signatures, numbers, totals and balances.",
    details:
      "Needs no database and no settings. Exits with 0 if everything holds, with 1 if something does not, with 2 if the file can't be read.",
    example: "books.jsonl.gz --checkpoint checkpoint.json",
    options: {
      checkpoint: repeated("FILE", "A checkpoint that you kept, as it was mailed: the export must fit it."),
    },
    runOn: async (_env, options) => (await import("../verify.ts")).verify(options),
  },
  {
    name: "books check",
    summary:
      "Compare invoices, payments, balances and numbers with what the events say, and verify the chain of events.",
    details:
      "Without --company, all companies are checked. Changes nothing but the result that 'billfold doctor' shows. Exits with 1 when something differs; each difference is printed, up to 100 of each company.",
    example: "--company 1042",
    options: { company: text("ID", "Only the books of this company.") },
    run: async (config, options) => (await import("../books-check.ts")).booksCheck(config, options),
  },
  {
    name: "books rotate-key",
    summary: "Make a new key that signs the checkpoints of all companies' books.",
    details:
      "The new public key is published at once and signs after the overlap; older public keys stay published, because what they signed stays valid.",
    example: "--overlap-hours 48",
    options: {
      "overlap-hours": text("HOURS", "How long the present key goes on signing. Default: 24."),
    },
    run: async (config, options) => (await import("../books.ts")).booksRotateKey(config, options),
  },
  {
    name: "mail bounced",
    operand: {
      name: "FILE",
      description: "The report as it arrived, with its headers; - is standard input.",
    },
    summary: "Record that a mail came back after the mail server had accepted it.",
    details:
      "The mail has failed from then on, and its company gets the event mail.failed. A report that a mail is only late changes nothing.",
    example: "report.eml",
    options: {},
    run: async (config, options) => (await import("../mail.ts")).mailBounced(config, options),
  },
  {
    name: "secrets reencrypt",
    summary: "Re-encrypt all stored secrets with the first key in BILLFOLD_ENCRYPTION_KEYS.",
    details: "Can run beside the service. Afterwards the older keys can be removed.",
    options: {},
    run: async (config, options) => (await import("../secrets.ts")).secretsReencrypt(config, options),
  },
];
