import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { callOnce } from "../desk/once.ts";
import type { Invoice } from "../desk/records.ts";
import { useChange } from "../desk/use-change.ts";
import { texts } from "../texts/invoices.ts";
import { ConfirmDialog } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { TextInput } from "../ui/inputs.tsx";
import { toast } from "../ui/toast.tsx";
import { invoiceName } from "./invoice-columns.tsx";

/** Actions that need a confirmation. */
export type Question = "issue" | "register" | "cancelRegistration" | "void" | "writeOff" | "delete";

type Props = { invoice: Invoice; question: Question | undefined; onClose: () => void };
type Answer = { invoice?: Invoice };

const paths: Record<Exclude<Question, "delete">, string> = {
  issue: "issue",
  register: "register",
  cancelRegistration: "cancel_registration",
  void: "void",
  writeOff: "write_off",
};

/** The text of the last question stays while the dialog closes. */
export function InvoiceQuestion({ invoice, question, onClose }: Props) {
  const [reason, setReason] = useState("");
  const [last, setLast] = useState<Question>("issue");
  if (question && question !== last) setLast(question);
  const navigate = useNavigate();
  const act = useChange(
    (asked: Question) =>
      asked === "delete"
        ? callOnce<Answer>("DELETE", `/invoices/${invoice.id}`)
        : callOnce<Answer>(
            "POST",
            `/invoices/${invoice.id}/${paths[asked]}`,
            asked === "cancelRegistration" && reason.trim() ? { reason: reason.trim() } : undefined,
          ),
    {
      onDone: (answer, asked) => {
        toast(doneText(asked, answer.invoice));
        if (asked === "delete") return navigate({ to: "/app/invoices", replace: true });
      },
    },
  );
  const words = wordsOf(last, invoice);
  return (
    <ConfirmDialog
      open={question !== undefined}
      onClose={onClose}
      title={words.title}
      confirm={words.action}
      kind={last === "issue" || last === "register" ? "primary" : "danger"}
      onConfirm={() => act.mutateAsync(last)}
    >
      <p>{words.body}</p>
      {last === "cancelRegistration" && (
        <Field label={texts.cancelRegistration.reason} optional className="mt-4 text-ink">
          <TextInput value={reason} onChange={setReason} maxLength={200} />
        </Field>
      )}
    </ConfirmDialog>
  );
}

function wordsOf(question: Question, invoice: Invoice): { title: string; body: string; action: string } {
  const { title, body, action } = texts[question];
  return { title: typeof title === "function" ? title(invoiceName(invoice)) : title, body, action };
}

function doneText(question: Question, invoice: Invoice | undefined): string {
  if (question === "issue") return texts.issue.done(invoice?.number ?? "");
  if (question === "register" && invoice?.fiscal_status === "pending") return texts.register.pending;
  return texts[question].done;
}
