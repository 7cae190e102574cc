import { type ClipboardEvent, useId, useRef } from "react";
import { useResponse } from "../../data/use-response.ts";
import { useCan } from "../../session.tsx";
import { texts as documentTexts } from "../../texts/dashboard.ts";
import { texts } from "../../texts/editor.ts";
import { Button } from "../../ui/button.tsx";
import type { Line } from "../records.ts";
import { emptyLine, type LineForm } from "./line-form.ts";
import { LineRow } from "./line-row.tsx";
import { type ColumnName, pastedRows, pasteRows } from "./pasted-rows.ts";
import { useLineFocus } from "./use-line-focus.ts";
import { useLineKeys } from "./use-line-keys.ts";

type LineEditorProps = {
  lines: readonly LineForm[];
  onChange: (lines: LineForm[]) => void;
  currency: string;
  pricesIncludeTax: boolean;
  /** The net amount of each line, where it can be computed. */
  nets: readonly (string | undefined)[];
  /** By API name: `lines[0].quantity`. */
  errors: Readonly<Record<string, string | undefined>>;
};

export const linesMax = 500;

/**
 * The lines of an invoice, a sale or a credit note, as a table that works by keyboard alone; with little space, each
 * line is a card.
 */
export function LineEditor({ lines, onChange, currency, pricesIncludeTax, nets, errors }: LineEditorProps) {
  const priceLabel = pricesIncludeTax ? documentTexts.lines.priceWithTax : texts.lines.price;
  const table = useRef<HTMLTableElement>(null);
  const focus = useLineFocus(table);
  const ratesId = useId();
  const add = () => {
    if (lines.length >= linesMax) return;
    const line = emptyLine(lines.at(-1));
    onChange([...lines, line]);
    focus(line.key, "description");
  };
  const remove = (index: number) => {
    if (lines.length === 1) return;
    onChange(lines.filter((_, place) => place !== index));
    focus((lines[index + 1] ?? lines[index - 1])!.key, "description");
  };
  const move = (from: number, to: number) => {
    const moved = lines[from];
    if (!moved || to < 0 || to >= lines.length || from === to) return;
    const rest = lines.filter((_, place) => place !== from);
    onChange([...rest.slice(0, to), moved, ...rest.slice(to)]);
  };
  const press = useLineKeys({ lines, focus, add, remove, move });
  const paste = (event: ClipboardEvent, line: number, column: ColumnName) => {
    const rows = pastedRows(event.clipboardData.getData("text/plain"));
    if (!rows) return;
    event.preventDefault();
    const pasted = pasteRows(lines, rows, { line, column }, linesMax);
    onChange(pasted.lines);
    focus(pasted.lines[pasted.end - 1]!.key, column);
  };
  return (
    // The cells have a space of their own at their sides, so that their text is below the heading of the card.
    <div className="@container -mx-2">
      <table ref={table} className="w-full table-fixed border-collapse @max-xl:block">
        <caption className="sr-only">{texts.lines.title}</caption>
        <Head priceLabel={priceLabel} />
        <tbody className="@max-xl:flex @max-xl:flex-col @max-xl:gap-3" onKeyDownCapture={press}>
          {lines.map((line, index) => (
            <LineRow
              key={line.key}
              index={index}
              line={line}
              currency={currency}
              priceLabel={priceLabel}
              net={nets[index]}
              ratesId={ratesId}
              errorOf={(name) => errors[`lines[${index}].${name}`]}
              onChange={(changed) => onChange(lines.map((each, place) => (place === index ? changed : each)))}
              onRemove={lines.length > 1 ? () => remove(index) : undefined}
              onMoveUp={index > 0 ? () => move(index, index - 1) : undefined}
              onMoveDown={index < lines.length - 1 ? () => move(index, index + 1) : undefined}
              onDropAt={(key) =>
                move(
                  lines.findIndex((each) => each.key === key),
                  index,
                )
              }
              onPaste={(event, column) => paste(event, index, column)}
            />
          ))}
        </tbody>
      </table>
      <TaxRates id={ratesId} lines={lines} />
      {errors.lines && <p className="mt-2 px-2 text-sm font-medium text-bad">{errors.lines}</p>}
      <div className="mt-3 flex flex-wrap items-start justify-between gap-x-6 gap-y-2 px-2">
        {lines.length < linesMax && (
          <Button icon="plus" size="small" onClick={add}>
            {texts.lines.add}
          </Button>
        )}
        <KeyHelp />
      </div>
    </div>
  );
}

function Head({ priceLabel }: { priceLabel: string }) {
  const { lines } = texts;
  return (
    <thead className="@max-xl:sr-only">
      <tr className="border-b border-line text-sm whitespace-nowrap text-muted">
        <td className="w-8" />
        <th scope="col" className="px-2 py-1.5 text-start font-medium">
          {lines.description}
        </th>
        <th scope="col" className="w-16 px-2 py-1.5 text-end font-medium @3xl:w-24">
          {lines.quantityShort}
        </th>
        <th scope="col" className="w-[6.75rem] px-2 py-1.5 text-end font-medium @3xl:w-36">
          {priceLabel}
        </th>
        <th scope="col" className="w-16 px-2 py-1.5 text-end font-medium @3xl:w-24">
          {lines.rate}
        </th>
        <th scope="col" className="w-[7.75rem] px-2 py-1.5 text-end font-medium @3xl:w-40">
          {lines.amount}
        </th>
        <td className="w-[4.5rem]" />
      </tr>
    </thead>
  );
}

const ratesStaleMs = 10 * 60_000;

/** Offers the tax rates of the latest invoices and of the other lines. */
function TaxRates({ id, lines }: { id: string; lines: readonly LineForm[] }) {
  const can = useCan();
  const { data } = useResponse<{ invoices: { lines: Line[] }[] }>("/invoices?limit=20&include=lines", {
    enabled: can("invoices:read", "invoicing"),
    staleTime: ratesStaleMs,
  });
  const used = (data?.invoices ?? []).flatMap((invoice) =>
    invoice.lines.map(({ tax_rate }) => String(tax_rate)),
  );
  const typed = lines.map(({ taxRate }) => taxRate).filter((rate) => /^\d+(\.\d+)?$/.test(rate));
  const rates = [...new Set([...used, ...typed])].sort((one, other) => Number(one) - Number(other));
  return (
    <datalist id={id}>
      {rates.map((rate) => (
        <option key={rate} value={rate} />
      ))}
    </datalist>
  );
}

function KeyHelp() {
  return (
    <details className="text-sm text-muted @max-xl:hidden">
      <summary className="w-fit rounded py-1.5 hover:text-foreground">{texts.lines.keys}</summary>
      <dl className="mt-1 grid w-fit grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        {texts.lines.keyList.map(([keys, meaning]) => (
          <div key={keys} className="contents">
            <dt className="font-mono whitespace-nowrap">{keys}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 max-w-prose">{texts.lines.pasteHint}</p>
    </details>
  );
}
