import { texts } from "../texts/mails.ts";
import { Badge } from "../ui/badge.tsx";
import { EmailText } from "../ui/email-text.tsx";
import { type Column, Table } from "../ui/table.tsx";
import { DateText } from "../ui/values.tsx";

export type Mail = {
  id: number;
  to: string;
  subject: string;
  status: keyof typeof texts.statuses;
  last_error: string | null;
  created_at: string;
};

/** Mails that failed, or whose last attempt failed; nothing if there are none. */
export function UndeliveredMails({ mails }: { mails: readonly Mail[] }) {
  const troubled = mails.filter(({ last_error }) => last_error !== null);
  if (troubled.length === 0) return null;
  return (
    <section className="flex flex-col gap-3">
      <div>
        <h2 className="font-display text-xl font-semibold">{texts.title}</h2>
        <p className="text-sm text-muted">{texts.intro}</p>
      </div>
      <Table caption={texts.title} width="wide" columns={columns} rows={troubled} rowKey={({ id }) => id} />
    </section>
  );
}

const columns: readonly Column<Mail>[] = [
  {
    id: "to",
    title: texts.to,
    cell: ({ to }) => (
      <span className="block min-w-48 [&>span]:wrap-anywhere">
        <EmailText email={to} />
      </span>
    ),
    onPhone: "title",
  },
  { id: "subject", title: texts.subject, cell: ({ subject }) => subject },
  {
    id: "status",
    title: texts.status,
    cell: ({ status }) => <Badge tone={status === "queued" ? "note" : "bad"}>{texts.statuses[status]}</Badge>,
  },
  {
    id: "reason",
    title: texts.reason,
    cell: ({ last_error }) => last_error,
  },
  { id: "at", title: texts.at, cell: ({ created_at }) => <DateText value={created_at} /> },
];
