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
import { Button, ButtonAnchor, ButtonLink } from "../ui/button.tsx";
import { ConfirmDialog } from "../ui/dialog.tsx";
import { AnswerDialog, SendDialog } from "./quote-dialogs.tsx";

type Question = Exclude<QuoteTransition, "change">;

const labels: Record<Question, string> = {
  ...texts.actions,
  send: sendingTexts.quote.action,
  resend: sendingTexts.quote.again,
};

/** What may be done with the quote now, the most likely first. */
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
  const ask = (asked: Question, kind: "primary" | "secondary" = "secondary") =>
    allows(asked) && (
      <Button key={asked} kind={kind} onClick={() => setQuestion(asked)}>
        {labels[asked]}
      </Button>
    );
  return (
    <>
      {ask("send", "primary")}
      {can("sales:write", "invoicing") && ask("invoice", "primary")}
      {ask("sell")}
      {ask("accept")}
      {ask("decline")}
      {quote.status === "sent" && ask("resend")}
      {allows("change") && (
        <ButtonLink icon="edit" to="/app/quotes/$id/edit" params={{ id: String(quote.id) }}>
          {dashboardTexts.edit}
        </ButtonLink>
      )}
      {pdf}
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
