import { useParams } from "@tanstack/react-router";
import { documentFacts } from "../dashboard/document-fields.tsx";
import { LinesCard } from "../dashboard/documents/lines-card.tsx";
import { LoadingPage } from "../dashboard/placeholder-pages.tsx";
import { CustomerLink, InvoiceLink } from "../dashboard/record-links.tsx";
import { RecordMails } from "../dashboard/record-mails.tsx";
import type { Quote, QuoteRow } from "../dashboard/records.ts";
import { useResponse } from "../data/use-response.ts";
import { texts } from "../texts/quotes.ts";
import { CopyField } from "../ui/copy-field.tsx";
import { Card, Facts, Page } from "../ui/page.tsx";
import { DateText } from "../ui/values.tsx";
import { QuoteActions } from "./quote-actions.tsx";
import { QuoteBadge } from "./quote-columns.tsx";

const back = { to: "/app/quotes", label: texts.title } as const;

export function QuotePage() {
  const { id } = useParams({ strict: false });
  const { data, error, refetch } = useResponse<{ quote: Quote; row: QuoteRow }>(`/lists/quotes/${id}`);
  if (!data)
    return <LoadingPage title={texts.quote} back={back} error={error} onRetry={() => void refetch()} />;
  const { quote, row } = data;
  return (
    <Page
      title={quote.number}
      badge={<QuoteBadge status={quote.status} />}
      back={back}
      actions={<QuoteActions quote={quote} />}
    >
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-6">
          <LinesCard document={quote} />
          <RecordMails about={`quote/${quote.id}`} />
        </div>
        <div className="flex flex-col gap-6">
          {quote.status === "sent" && quote.url !== null && (
            <Card title={texts.page.title}>
              <CopyField label={texts.page.label} value={quote.url} />
              <p className="mt-3 text-sm text-muted">{texts.page.hint}</p>
            </Card>
          )}
          <Details quote={quote} row={row} />
        </div>
      </div>
    </Page>
  );
}

type Fact = readonly [string, React.ReactNode];

function Details({ quote, row }: { quote: Quote; row: QuoteRow }) {
  const { customer_id, customer_name, invoice_id, invoice_number } = row;
  const invoice: Fact[] =
    invoice_id === null
      ? []
      : [
          [
            texts.invoice,
            <InvoiceLink
              key="invoice"
              id={invoice_id}
              number={invoice_number}
              draft={texts.draftInvoice}
              none=""
            />,
          ],
        ];
  return (
    <Card title={texts.details}>
      <Facts
        facts={[
          [texts.customer, <CustomerLink key="customer" id={customer_id} name={customer_name} none="" />],
          ...invoice,
          ...(row.sale_number === null ? [] : [[texts.sale, row.sale_number] as const]),
          [texts.date, <DateText key="date" value={quote.quote_date} />],
          [texts.validUntil, <DateText key="valid" value={quote.valid_until} />],
          ...answerFacts(quote),
          [texts.source, texts.sources[quote.source]],
          ...documentFacts(quote, "short"),
          ...documentFacts(quote, "long"),
        ]}
      />
    </Card>
  );
}

function answerFacts(quote: Quote): Fact[] {
  const by = quote.accepted_by ?? quote.declined_by;
  const at = quote.accepted_at ?? quote.declined_at;
  return [
    ...(quote.sent_at ? [[texts.sent, <DateText key="sent" value={quote.sent_at} />] as const] : []),
    ...(quote.viewed_at ? [[texts.viewed, <DateText key="viewed" value={quote.viewed_at} />] as const] : []),
    ...(at ? [[texts.answered, <DateText key="answered" value={at} />] as const] : []),
    ...(by ? [[texts.answeredBy, by] as const] : []),
    ...(quote.decline_reason ? [[texts.reason, quote.decline_reason] as const] : []),
  ];
}
