import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { documentFacts } from "../dashboard/document-fields.tsx";
import { LineTable } from "../dashboard/lines/line-table.tsx";
import { Totals, totalsOf } from "../dashboard/lines/totals.tsx";
import { LoadingPage } from "../dashboard/placeholder-pages.tsx";
import type { Customer, Invoice, Sale } from "../dashboard/records.ts";
import { callOnce } from "../data/api.ts";
import { affectedBy, useChange } from "../data/use-change.ts";
import { useRecord, useResponse } from "../data/use-response.ts";
import { useCan } from "../session.tsx";
import { texts as dashboardTexts } from "../texts/dashboard.ts";
import { texts } from "../texts/sales.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { ConfirmDialog } from "../ui/dialog.tsx";
import { Card, Facts, Page } from "../ui/page.tsx";
import { DateText } from "../ui/values.tsx";
import { SaleBadge } from "./list-page.tsx";

const back = { to: "/app/sales", label: texts.title } as const;

export function SalePage() {
  const { id } = useParams({ strict: false });
  const { record, error, refetch } = useRecord<Sale>(`/sales/${id}`, "sale");
  if (!record)
    return <LoadingPage title={texts.sale} back={back} error={error} onRetry={() => void refetch()} />;
  return (
    <Page
      title={record.number}
      badge={<SaleBadge status={record.status} />}
      back={back}
      actions={<Actions sale={record} />}
    >
      <Card>
        <h2 className="sr-only">{dashboardTexts.lines.title}</h2>
        <LineTable lines={record.lines} currency={record.currency} />
        <div className="mt-6 ml-auto max-w-sm">
          <Totals totals={totalsOf(record)} currency={record.currency} />
        </div>
      </Card>
      <Details sale={record} />
    </Page>
  );
}

function Details({ sale }: { sale: Sale }) {
  const { customer_id } = sale;
  const can = useCan();
  const isKnown = customer_id !== null && can("customers:read", "catalog");
  const { data } = useResponse<{ customer: Customer }>(`/customers/${customer_id}`, { enabled: isKnown });
  const customer =
    customer_id === null ? (
      dashboardTexts.walkIn
    ) : (
      <Link to="/app/customers/$id" params={{ id: String(customer_id) }} className="text-accent">
        {data?.customer.name ?? customer_id}
      </Link>
    );
  return (
    <Card title={texts.details}>
      <Facts
        facts={[
          [texts.customer, customer],
          [texts.made, <DateText key="made" value={sale.created_at} />],
          [texts.booking, <DateText key="booking" value={sale.booking_date} />],
          [texts.source, texts.sources[sale.source]],
          ...documentFacts(sale, "short"),
          ...documentFacts(sale, "long"),
        ]}
      />
    </Card>
  );
}

type Question = "convert" | "cancel";

function Actions({ sale }: { sale: Sale }) {
  const [question, setQuestion] = useState<Question>();
  const can = useCan();
  if (sale.invoice_id !== null)
    return (
      <ButtonLink kind="primary" to="/app/invoices/$id" params={{ id: String(sale.invoice_id) }}>
        {texts.toInvoice}
      </ButtonLink>
    );
  if (sale.status !== "open" || !can("sales:write", "catalog")) return null;
  return (
    <>
      {can("sales:write", "invoicing") && (
        <Button
          kind="primary"
          icon="invoices"
          onClick={() => setQuestion("convert")}
          disabled={sale.customer_id === null}
        >
          {texts.convert.action}
        </Button>
      )}
      <ButtonLink icon="edit" to="/app/sales/$id/edit" params={{ id: String(sale.id) }}>
        {dashboardTexts.edit}
      </ButtonLink>
      <Button onClick={() => setQuestion("cancel")}>{texts.cancel.action}</Button>
      {sale.customer_id === null && (
        <p className="basis-full text-sm text-muted">{texts.convert.needsCustomer}</p>
      )}
      <Questions sale={sale} question={question} onClose={() => setQuestion(undefined)} />
    </>
  );
}

type QuestionsProps = { sale: Sale; question: Question | undefined; onClose: () => void };

function Questions({ sale, question, onClose }: QuestionsProps) {
  const navigate = useNavigate();
  const convert = useChange(() => callOnce<{ invoice: Invoice }>(`/sales/${sale.id}/invoice`), {
    invalidates: affectedBy.invoicing,
    successMessage: texts.convert.done,
    onDone: ({ invoice }) => navigate({ to: "/app/invoices/$id", params: { id: String(invoice.id) } }),
  });
  const cancel = useChange(() => callOnce(`/sales/${sale.id}/cancel`), {
    invalidates: affectedBy.invoicing,
    successMessage: texts.cancel.done,
  });
  return (
    <>
      <ConfirmDialog
        open={question === "convert"}
        onClose={onClose}
        kind="primary"
        title={texts.convert.title(sale.number)}
        confirm={texts.convert.action}
        onConfirm={() => convert.mutateAsync()}
      >
        {texts.convert.body}
      </ConfirmDialog>
      <ConfirmDialog
        open={question === "cancel"}
        onClose={onClose}
        title={texts.cancel.title(sale.number)}
        confirm={texts.cancel.confirm}
        onConfirm={() => cancel.mutateAsync()}
      >
        {texts.cancel.body}
      </ConfirmDialog>
    </>
  );
}
