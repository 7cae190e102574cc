import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { Invoice } from "../dashboard/records.ts";
import { ApiFailure, call, callOnce } from "../data/api.ts";
import { affectedBy, useChange } from "../data/use-change.ts";
import { texts } from "../texts/invoice-detail.ts";
import { ConfirmDialog } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { TextInput } from "../ui/inputs.tsx";
import { toast } from "../ui/toast.tsx";
import { invoiceName } from "./invoice-columns.tsx";
import { type Missing, refreshedText } from "./missing-data.tsx";

/** Actions that need a confirmation. */
export type Question =
  | "issue"
  | "register"
  | "refreshParties"
  | "cancelRegistration"
  | "void"
  | "writeOff"
  | "delete";

type Props = {
  invoice: Invoice;
  question: Question | undefined;
  onClose: () => void;
  onMissing: (missing: readonly Missing[]) => void;
};
type ActionResponse = { invoice?: Invoice };

const paths: Record<Exclude<Question, "delete">, string> = {
  issue: "issue",
  register: "register",
  refreshParties: "refresh_parties",
  cancelRegistration: "cancel_registration",
  void: "void",
  writeOff: "write_off",
};

/** Keeps the text of the last question while the dialog closes. */
export function ConfirmAction({ invoice, question, onClose, onMissing }: Props) {
  const [reason, setReason] = useState("");
  const [last, setLast] = useState<Question>("issue");
  if (question && question !== last) setLast(question);
  const navigate = useNavigate();
  const act = useChange(
    (confirmed: Question) =>
      confirmed === "delete"
        ? call<ActionResponse>("DELETE", `/invoices/${invoice.id}`)
        : callOnce<ActionResponse>(
            `/invoices/${invoice.id}/${paths[confirmed]}`,
            confirmed === "cancelRegistration" && reason.trim() ? { reason: reason.trim() } : undefined,
          ),
    {
      invalidates: affectedBy.invoicing,
      onDone: (response, confirmed) => {
        toast(doneText(confirmed, invoice, response.invoice));
        if (confirmed === "register" || confirmed === "refreshParties") onMissing([]);
        if (confirmed === "delete") return navigate({ to: "/app/invoices", replace: true });
      },
    },
  );
  // The page shows the missing data with links to where it is entered; the dialog has no room for that.
  const showMissing = (error: unknown) => {
    if (!(error instanceof ApiFailure) || error.code !== "fiscal_incomplete") throw error;
    onMissing(error.errors);
  };
  const words = wordsOf(last, invoice);
  return (
    <ConfirmDialog
      open={question !== undefined}
      onClose={onClose}
      title={words.title}
      confirm={words.action}
      kind={harmless.includes(last) ? "primary" : "danger"}
      onConfirm={() => act.mutateAsync(last).catch(showMissing)}
    >
      <p>{words.body}</p>
      {last === "cancelRegistration" && (
        <Field label={texts.cancelRegistration.reason} optional className="mt-4 text-foreground">
          <TextInput value={reason} onChange={setReason} maxLength={200} />
        </Field>
      )}
    </ConfirmDialog>
  );
}

const harmless: readonly Question[] = ["issue", "register", "refreshParties"];

function wordsOf(question: Question, invoice: Invoice): { title: string; body: string; action: string } {
  const { title, action } = texts[question];
  const isRejected = question === "refreshParties" && invoice.fiscal_status === "rejected";
  const body = isRejected ? texts.refreshParties.bodyRejected : texts[question].body;
  return { title: typeof title === "function" ? title(invoiceName(invoice)) : title, body, action };
}

function doneText(question: Question, before: Invoice, invoice: Invoice | undefined): string {
  if (question === "refreshParties") return refreshedText(before, invoice);
  if (question === "issue") return texts.issue.done(invoice?.number ?? "");
  if (question === "register" && invoice?.fiscal_status === "pending") return texts.register.pending;
  return texts[question].done;
}
