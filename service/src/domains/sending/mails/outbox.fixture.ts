import { type FreshDatabase, migratedDatabase } from "../../../../test/fresh-database.ts";
import { startService, type TestService } from "../../../../test/harness.ts";
import { inTransaction } from "../../../platform/db/database.ts";
import type { Mail, MailSubject } from "../../../platform/ops/mail.ts";
import { type SmtpFault, type SmtpServer, startSmtpServer } from "../../../platform/ops/smtp.fixture.ts";

/** A service with a mail server and a database of its own, because a worker sends the mails of all companies. */
export type OutboxSetup = {
  service: TestService;
  smtp: SmtpServer;
  /** What the server does to a mail to this address at this try; by default it accepts everything. */
  faults: Map<string, (tries: number) => SmtpFault | undefined>;
  queue(mail?: Partial<Mail>, subject?: MailSubject): Promise<string>;
  /** The stored mail to this address. */
  stored(to: string): Promise<StoredMail>;
  close(): Promise<void>;
};

export type StoredMail = {
  id: number;
  status: string;
  attempt_count: number;
  last_error: string | null;
  message_id: string;
  content: string | null;
  next_attempt_at: Date | null;
  lease_number: number;
};

export async function startOutbox(env: Record<string, string> = {}): Promise<OutboxSetup> {
  const database: FreshDatabase = await migratedDatabase();
  const faults: OutboxSetup["faults"] = new Map();
  const smtp = await startSmtpServer((to, tries) => faults.get(to)?.(tries));
  const service = await startService({
    env: {
      DATABASE_URL: database.connectionString,
      BILLFOLD_SMTP_URL: smtp.url,
      BILLFOLD_MAIL_FROM: "Billfold <post@example.com>",
      ...env,
    },
  });
  const { db, mail: outbox } = service.context;
  let count = 0;
  return {
    service,
    smtp,
    faults,
    queue: async (mail = {}, subject) => {
      const to = mail.to ?? `person-${++count}@example.com`;
      const words = { subject: "Hello", text: "secret link\n", html: "<p>secret link</p>" };
      await inTransaction(db, (tx) =>
        outbox.queue(tx, { kind: "known_address", language: "en", to, ...words, ...mail }, subject),
      );
      return to;
    },
    stored: async (to) => {
      const [row] = await db.query<StoredMail>("select * from mails where recipient = $1", [to]);
      return row!;
    },
    close: async () => {
      await service.close();
      await smtp.close();
      await database.drop();
    },
  };
}
