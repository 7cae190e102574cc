import { useState } from "react";
import { texts } from "../texts/dashboard.ts";
import { Money } from "../ui/values.tsx";
import { ExplanationDialog } from "./explanation-dialog.tsx";

type Shown = { amount: number | string; currency: string };

/** An amount that is explained when it is clicked. */
export function MoneyButton({ amount, currency, onClick }: Shown & { onClick: () => void }) {
  return (
    <button
      type="button"
      title={texts.totals.explain}
      className="cursor-help underline decoration-edge decoration-dotted underline-offset-4 hover:decoration-accent"
      onClick={onClick}
    >
      <Money amount={amount} currency={currency} />
    </button>
  );
}

type ExplainedMoneyProps = Shown & {
  path: string;
  field: string;
  parameters?: Readonly<Record<string, string | undefined>>;
};

/** The same with the dialog that explains it. */
export function ExplainedMoney({ amount, currency, ...explained }: ExplainedMoneyProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <MoneyButton amount={amount} currency={currency} onClick={() => setOpen(true)} />
      {isOpen && <ExplanationDialog {...explained} onClose={() => setOpen(false)} />}
    </>
  );
}
