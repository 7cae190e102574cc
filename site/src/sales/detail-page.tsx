import { useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { documentFacts } from "../dashboard/document-fields.tsx";
import { LinesCard } from "../dashboard/documents/lines-card.tsx";
import { LoadingPage } from "../dashboard/placeholder-pages.tsx";
import { CustomerLink, InvoiceLink } from "../dashboard/record-links.tsx";
import type { Invoice, Sale, SaleRow } from "../dashboard/records.ts";
import { callOnce } from "../data/api.ts";
import { affectedBy, useChange } from "../data/use-change.ts";
import { useResponse } from "../data/use-response.ts";
import { useCan } from "../session.tsx";
import { texts as dashboardTexts } from "../texts/dashboard.ts";
import { texts } from "../texts/sales.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { ConfirmDialog } from "../ui/dialog.tsx";
import { Card, Facts, Page } from "../ui/page.tsx";
import { DateText } from "../ui/values.tsx";
import { SaleBadge } from "./sale-columns.tsx";

const back = { to: "/app/sales", label: texts.title } as const;

export function SalePage() {
  const { id } = useParams({ strict: false });
  const { data, error, refetch } = useResponse<{ sale: Sale; row: SaleRow }>(`/lists/sales/${id}`);
  if (!data)
    return <LoadingPage title={texts.sale} back={back} error={error} onRetry={() => void refetch()} />;
  const { sale, row } = data;
  return (
    <Page
      title={sale.number}
      badge={<SaleBadge status={sale.status} />}
      back={back}
      actions={<Actions sale={sale} />}
    >
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <LinesCard document={sale} />
        <Details sale={sale} row={row} />
      </div>
    </Page>
  );
}

function Details({ sale, row }: { sale: Sale; row: SaleRow }) {
  const { customer_id, customer_name, invoice_id, invoice_number } = row;
  return (
    <Card title={texts.details}>
      <Facts
        facts={[
          [
            texts.customer,
            <CustomerLink
              key="customer"
              id={customer_id}
              name={customer_name}
              none={dashboardTexts.walkIn}
            />,
          ],
          ...(invoice_id === null
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
                ] as const,
              ]),
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
