import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { query } from "../data/api.ts";
import { useResponse } from "../data/use-response.ts";
import { texts } from "../texts/explanations.ts";
import { texts as uiTexts } from "../texts/ui.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Money } from "../ui/values.tsx";
import type { ExplainedAmount, ExplainedPart, ExplainedStep, Explanation } from "./records.ts";

type ExplanationDialogProps = {
  /** The record or report: `/invoices/7`, `/reports/taxes`. */
  path: string;
  /** The amount: `total`, `taxes[0].tax_amount`. */
  field: string;
  /** Those of a report. */
  parameters?: Readonly<Record<string, string | undefined>>;
  onClose: () => void;
};

type Answer = { explanation: Pick<Explanation, "amounts"> };

/** How an amount came about, step by step, down to quantities and prices, or to the records of a report. */
export function ExplanationDialog({ path, field, parameters, onClose }: ExplanationDialogProps) {
  const asked = query({ ...parameters, language: uiTexts.language });
  const response = useResponse<Answer>(`${path}/explain${asked}`);
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.title}
      size="wide"
      actions={<Button onClick={onClose}>{uiTexts.close}</Button>}
    >
      <Loaded response={response}>
        {({ explanation }) => {
          const amounts = new Map(explanation.amounts.map((amount) => [amount.name, amount]));
          const amount = amounts.get(field);
          return amount && <AmountView amount={amount} amounts={amounts} />;
        }}
      </Loaded>
    </Dialog>
  );
}

type Amounts = ReadonlyMap<string, ExplainedAmount>;

function AmountView({ amount, amounts }: { amount: ExplainedAmount; amounts: Amounts }) {
  return (
    <>
      <p className="flex items-baseline justify-between gap-4 border-b border-line pb-3">
        <span>
          {amount.text}
          <Rule step={amount} />
        </span>
        <Money className="text-xl font-semibold" amount={amount.amount} currency={amount.currency} />
      </p>
      {amount.parts.length === 0 ? (
        <p className="mt-3 text-muted">{texts.nothing}</p>
      ) : (
        <Parts parts={amount.parts} currency={amount.currency} amounts={amounts} />
      )}
    </>
  );
}

type PartsProps = {
  parts: readonly (ExplainedStep | ExplainedPart)[];
  currency: string;
  amounts: Amounts;
};

function Parts({ parts, currency, amounts }: PartsProps) {
  return (
    <ul className="mt-3 flex flex-col gap-3">
      {parts.map((part, index) => (
        // The parts of an amount never change their places while they are shown.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <li key={index}>
          <PartView part={part} currency={currency} amounts={amounts} />
        </li>
      ))}
    </ul>
  );
}

type PartViewProps = { part: ExplainedStep | ExplainedPart; currency: string; amounts: Amounts };

function PartView({ part, currency, amounts }: PartViewProps) {
  const [isOpen, setOpen] = useState(false);
  const below = part.explained_by ? (amounts.get(part.explained_by)?.parts ?? []) : stepsOf(part);
  const summary = (
    <span className="flex grow items-baseline justify-between gap-4">
      <span className="min-w-0 wrap-anywhere">
        {part.text}
        {below.length === 0 && <RecordLink inputs={part.inputs} />}
        <Rule step={part} />
        {part.rounding && (
          <span className="block text-sm text-muted">
            {part.rounding.method === "half_up"
              ? texts.rounded(part.rounding.exact)
              : texts.shared(part.rounding.exact)}
          </span>
        )}
      </span>
      <Money amount={part.amount} currency={currency} />
    </span>
  );
  if (below.length === 0) return <div className="flex ps-5">{summary}</div>;
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="cursor-pointer marker:text-muted">
        <span className="inline-flex w-[calc(100%-1.25rem)] align-top">{summary}</span>
      </summary>
      {/* Only once it is open: the balance of a statement consists of all the balances before it. */}
      {isOpen && (
        <div className="ms-2 border-s border-line ps-3">
          <Parts parts={below} currency={currency} amounts={amounts} />
        </div>
      )}
    </details>
  );
}

const stepsOf = (part: ExplainedStep | ExplainedPart) => ("parts" in part ? part.parts : []);

/** To the record that a part is about; a credit note is shown on the page of its invoice. */
function RecordLink({ inputs: { payment, invoice, customer } }: Pick<ExplainedStep, "inputs">) {
  const [kind, id] =
    payment !== undefined
      ? (["payments", payment] as const)
      : invoice !== undefined
        ? (["invoices", invoice] as const)
        : (["customers", customer] as const);
  if (id === undefined) return null;
  return (
    <Link to={`/app/${kind}/$id`} params={{ id: String(id) }} className="ms-2 text-accent">
      {texts.open}
    </Link>
  );
}

/** For accountants and auditors: the names of the rule and of the amount, the same in every language. */
function Rule({ step }: { step: Pick<ExplainedStep, "rule" | "reference"> }) {
  const { rule, reference } = step;
  return (
    <span className="block font-mono text-xs text-muted">
      {reference ? `${rule} · EN 16931 ${reference}` : rule}
    </span>
  );
}
