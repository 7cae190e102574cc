import { useResponse } from "../data/use-response.ts";
import { texts } from "../texts/sending.ts";
import { Badge } from "../ui/badge.tsx";
import { EmailText } from "../ui/email-text.tsx";
import { Card } from "../ui/page.tsx";
import { type Column, Table } from "../ui/table.tsx";
import { DateText } from "../ui/values.tsx";

type Mail = {
  id: number;
  to: string;
  cc: readonly string[];
  subject: string;
  status: keyof typeof texts.mails.statuses;
  last_error: string | null;
  created_at: string;
};

/** The mails about a record and what became of them; nothing if there are none. `about` names it: invoice/12. */
export function RecordMails({ about }: { about: string }) {
  const { data } = useResponse<{ mails: Mail[] }>(`/mails?about=${encodeURIComponent(about)}&limit=20`);
  const mails = data?.mails ?? [];
  if (mails.length === 0) return null;
  return (
    <Card title={texts.mails.title}>
      <Table caption={texts.mails.title} rows={mails} rowKey={({ id }) => id} columns={columns} />
    </Card>
  );
}

const tones = {
  queued: "note",
  sent: "good",
  failed: "bad",
  expired: "bad",
  cancelled: "neutral",
  kept: "neutral",
} as const;

const columns: readonly Column<Mail>[] = [
  {
    id: "to",
    title: texts.mails.to,
    cell: ({ to, cc, subject, last_error }) => (
      <span className="block min-w-48 wrap-anywhere [&>span]:wrap-anywhere">
        <EmailText email={to} />
        {cc.length > 0 && (
          <span className="block text-sm font-normal text-muted">{texts.mails.copies(cc.join(", "))}</span>
        )}
        <span className="block text-sm font-normal text-muted">{subject}</span>
        {last_error !== null && <span className="block text-sm font-normal text-bad">{last_error}</span>}
      </span>
    ),
    onPhone: "title",
  },
  { id: "at", title: texts.mails.at, cell: ({ created_at }) => <DateText value={created_at} /> },
  {
    id: "status",
    title: texts.mails.status,
    cell: ({ status }) => <Badge tone={tones[status]}>{texts.mails.statuses[status]}</Badge>,
  },
];
