import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { type QuoteTransition, quoteAllows } from "../../../service/src/domains/billing/quotes/status.ts";
import type { Invoice, Quote, Sale } from "../dashboard/records.ts";
import { callOnce, downloadUrl } from "../data/api.ts";
import { affectedBy, useChange } from "../data/use-change.ts";
import { useCan } from "../session.tsx";
import { texts as dashboardTexts } from "../texts/dashboard.ts";
import { texts } from "../texts/quotes.ts";
import { texts as sendingTexts } from "../texts/sending.ts";
import { texts as shellTexts } from "../texts/shell.ts";
import { Button, ButtonAnchor, ButtonLink } from "../ui/button.tsx";
import { ConfirmDialog } from "../ui/dialog.tsx";
import { Menu } from "../ui/menu.tsx";
import { AnswerDialog, SendDialog } from "./quote-dialogs.tsx";

type Question = Exclude<QuoteTransition, "change">;

const labels: Record<Question, string> = {
  ...texts.actions,
  send: sendingTexts.quote.action,
  resend: sendingTexts.quote.again,
};

const order: readonly Question[] = ["send", "invoice", "accept", "sell", "decline", "resend"];

/** What may be done with the quote now, the most likely first; all but two are in a menu. */
export function QuoteActions({ quote }: { quote: Quote }) {
  const [question, setQuestion] = useState<Question>();
  const can = useCan();
  const pdf = (
    <ButtonAnchor icon="download" href={downloadUrl(`/quotes/${quote.id}.pdf`)} newTab>
      {texts.pdf}
    </ButtonAnchor>
  );
  if (!can("sales:write", "catalog")) return pdf;
  const allows = (transition: QuoteTransition) => quoteAllows(transition, quote.status);
  const [first, second, ...rest] = order.filter(
    (asked) =>
      allows(asked) &&
      (asked !== "invoice" || can("sales:write", "invoicing")) &&
      (asked !== "resend" || quote.status === "sent"),
  );
  return (
    <>
      {[first, second].map(
        (asked, place) =>
          asked && (
            <Button
              key={asked}
              kind={place === 0 ? "primary" : "secondary"}
              onClick={() => setQuestion(asked)}
            >
              {labels[asked]}
            </Button>
          ),
      )}
      {allows("change") && (
        <ButtonLink icon="edit" to="/app/quotes/$id/edit" params={{ id: String(quote.id) }}>
          {dashboardTexts.edit}
        </ButtonLink>
      )}
      {pdf}
      {rest.length > 0 && (
        <Menu
          trigger={<Button icon="more">{shellTexts.more}</Button>}
          groups={[rest.map((asked) => ({ label: labels[asked], onSelect: () => setQuestion(asked) }))]}
        />
      )}
      <Questions quote={quote} question={question} onClose={() => setQuestion(undefined)} />
    </>
  );
}

type QuestionsProps = { quote: Quote; question: Question | undefined; onClose: () => void };

function Questions({ quote, question, onClose }: QuestionsProps) {
  const navigate = useNavigate();
  const invoice = useChange(() => callOnce<{ invoice: Invoice }>(`/quotes/${quote.id}/invoice`), {
    invalidates: affectedBy.invoicing,
    successMessage: texts.convert.invoiced,
    onDone: (made) => navigate({ to: "/app/invoices/$id", params: { id: String(made.invoice.id) } }),
  });
  const sell = useChange(() => callOnce<{ sale: Sale }>(`/quotes/${quote.id}/sale`), {
    invalidates: affectedBy.invoicing,
    successMessage: texts.convert.sold,
    onDone: (made) => navigate({ to: "/app/sales/$id", params: { id: String(made.sale.id) } }),
  });
  if (question === "send" || question === "resend") return <SendDialog quote={quote} onClose={onClose} />;
  if (question === "accept" || question === "decline")
    return <AnswerDialog quote={quote} answer={question} onClose={onClose} />;
  return (
    <>
      <ConfirmDialog
        open={question === "invoice"}
        onClose={onClose}
        kind="primary"
        title={texts.convert.invoiceTitle(quote.number)}
        confirm={texts.actions.invoice}
        onConfirm={() => invoice.mutateAsync()}
      >
        {texts.convert.invoiceBody}
      </ConfirmDialog>
      <ConfirmDialog
        open={question === "sell"}
        onClose={onClose}
        kind="primary"
        title={texts.convert.saleTitle(quote.number)}
        confirm={texts.actions.sell}
        onConfirm={() => sell.mutateAsync()}
      >
        {texts.convert.saleBody}
      </ConfirmDialog>
    </>
  );
}
