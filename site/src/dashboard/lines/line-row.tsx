import { type ClipboardEvent, type DragEvent, type ReactNode, useId, useState } from "react";
import { texts } from "../../texts/editor.ts";
import { IconButton } from "../../ui/button.tsx";
import { formatAmount } from "../../ui/format.ts";
import { Icon } from "../../ui/icon.tsx";
import { DecimalInput } from "../../ui/inputs.tsx";
import { useRegion } from "../../ui/values.tsx";
import { nameOf } from "./adjustment-form.ts";
import { inCell } from "./cell-class.ts";
import { ItemInput } from "./item-input.tsx";
import { LineDetails } from "./line-details.tsx";
import { changeLine, type LineForm, takeProduct } from "./line-form.ts";
import type { ColumnName } from "./pasted-rows.ts";
import { cellName } from "./use-line-focus.ts";

export type LineRowProps = {
  index: number;
  line: LineForm;
  currency: string;
  /** Says whether prices include tax. */
  priceLabel: string;
  net: string | undefined;
  /** The id of the list of tax rates. */
  ratesId: string;
  errorOf: (name: string) => string | undefined;
  onChange: (line: LineForm) => void;
  onRemove: (() => void) | undefined;
  onMoveUp: (() => void) | undefined;
  onMoveDown: (() => void) | undefined;
  /** A line was dragged onto this one. */
  onDropAt: (key: string) => void;
  onPaste: (event: ClipboardEvent, column: ColumnName) => void;
};

const fieldNames = ["product_id", "description", "quantity", "unit_price", "tax_rate"] as const;
const detailNames = ["tax_category", "exemption_reason", "unit_code", "hs_code", "service_code"] as const;
const dragType = "application/x-billfold-line";

export function LineRow(props: LineRowProps) {
  const { index, line, currency, priceLabel, net, ratesId, errorOf, onChange, onRemove, onDropAt, onPaste } =
    props;
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const region = useRegion();
  const number = index + 1;
  const change = (changes: Partial<LineForm>) => onChange(changeLine(line, changes));
  const isWrong = fieldNames.some((name) => errorOf(name));
  const isDetailWrong =
    detailNames.some((name) => errorOf(name)) ||
    (line.adjustments ?? []).some((_, place) => isAdjustmentWrong(line, place, errorOf));
  const attributes = (column: ColumnName, name: (typeof fieldNames)[number], label: string) => ({
    "data-cell": cellName(line.key, column),
    "aria-label": texts.lines.cell(number, label),
    "aria-invalid": errorOf(name) ? (true as const) : undefined,
    "aria-describedby": errorOf(name) ? `${id}-${name}` : undefined,
    onPaste: (event: ClipboardEvent) => onPaste(event, column),
  });
  const figure = (
    column: "quantity" | "unitPrice" | "taxRate",
    name: "quantity" | "unit_price" | "tax_rate",
    label: string,
  ) => (
    <DecimalInput
      {...attributes(column, name, label)}
      value={line[column]}
      onChange={(text) => change({ [column]: text })}
      className={`${inCell} [&::-webkit-calendar-picker-indicator]:hidden!`}
      isBare
      {...(column === "taxRate" && { list: ratesId, placeholder: "0" })}
    />
  );
  const dropAt = (event: DragEvent) => {
    event.preventDefault();
    onDropAt(event.dataTransfer.getData(dragType));
  };
  return (
    <>
      <tr
        onDragOver={(event) => event.dataTransfer.types.includes(dragType) && event.preventDefault()}
        onDrop={dropAt}
        className={`group align-middle ${isWrong ? "" : "border-b border-line"} @max-xl:grid @max-xl:grid-cols-6 @max-xl:gap-x-3 @max-xl:gap-y-2 @max-xl:rounded-control @max-xl:border @max-xl:border-line @max-xl:p-3`}
      >
        <td className="@max-xl:col-span-6 @max-xl:-mb-1 @max-xl:text-sm @max-xl:text-muted">
          <span className="@xl:hidden">{texts.lines.line(number)}</span>
          <Handle number={number} lineKey={line.key} />
        </td>
        <Cell label={texts.lines.description} className="@max-xl:col-span-6">
          <ItemInput
            {...attributes("description", "description", texts.lines.description)}
            value={line.description}
            onChange={(description) => change({ description })}
            onTake={(product) => onChange(takeProduct(line, product, currency))}
          />
        </Cell>
        <Cell label={texts.lines.quantity} className="@max-xl:col-span-2">
          {figure("quantity", "quantity", texts.lines.quantity)}
        </Cell>
        <Cell label={priceLabel} className="@max-xl:col-span-4">
          {figure("unitPrice", "unit_price", priceLabel)}
        </Cell>
        <Cell label={texts.lines.rate} className="@max-xl:col-span-2">
          {figure("taxRate", "tax_rate", texts.lines.rate)}
        </Cell>
        <Cell label={texts.lines.amount} className="@max-xl:col-span-4 text-end">
          <div className="flex min-h-11 items-center justify-end px-2 font-medium whitespace-nowrap tabular-nums">
            {net === undefined ? "–" : formatAmount(net, currency, region)}
          </div>
        </Cell>
        <td className="text-end whitespace-nowrap @max-xl:col-span-6 @max-xl:-my-1">
          <IconButton
            icon={isOpen || isDetailWrong ? "up" : "down"}
            label={texts.lines.details(number)}
            aria-expanded={isOpen || isDetailWrong}
            aria-controls={`${id}-details`}
            onClick={() => setOpen(!isOpen)}
            className="size-9!"
          />
          {onRemove && (
            <IconButton
              icon="trash"
              label={texts.lines.remove(number)}
              onClick={onRemove}
              className="size-9!"
            />
          )}
        </td>
      </tr>
      <Errors id={id} errorOf={errorOf} />
      {(isOpen || isDetailWrong) && (
        <tr id={`${id}-details`} className="border-b border-line @max-xl:block">
          <td colSpan={7} className="@max-xl:block">
            <LineDetails {...props} change={change} />
          </td>
        </tr>
      )}
    </>
  );
}

function isAdjustmentWrong(line: LineForm, place: number, errorOf: LineRowProps["errorOf"]): boolean {
  const name = nameOf(line.adjustments, place);
  return (
    name !== undefined && ["", ".percent", ".amount", ".reason"].some((part) => errorOf(`${name}${part}`))
  );
}

/** In a card, each cell has its label above it; in the table, the column has it. */
function Cell({ label, className, children }: { label: string; className: string; children: ReactNode }) {
  return (
    <td className={`px-0.5 py-px ${className}`}>
      <div aria-hidden="true" className="mb-0.5 text-sm text-muted @xl:hidden">
        {label}
      </div>
      {children}
    </td>
  );
}

function Handle({ number, lineKey }: { number: number; lineKey: string }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: for the mouse alone; the keyboard has Alt and the arrows
    <span
      draggable
      title={texts.lines.drag(number)}
      onDragStart={(event) => {
        event.dataTransfer.setData(dragType, lineKey);
        event.dataTransfer.effectAllowed = "move";
      }}
      className="flex h-11 w-7 cursor-grab items-center justify-center text-sm text-muted tabular-nums @max-xl:hidden"
    >
      <span className="group-hover:hidden">{number}</span>
      <Icon name="grip" className="hidden size-4 group-hover:block" />
    </span>
  );
}

/** Below the row, because the cells are too narrow for a sentence. */
function Errors({ id, errorOf }: { id: string; errorOf: LineRowProps["errorOf"] }) {
  const wrong = fieldNames.filter((name) => errorOf(name));
  if (wrong.length === 0) return null;
  return (
    <tr className="border-b border-line @max-xl:block">
      <td
        colSpan={7}
        className="px-2 pt-1 pb-2 ps-10 text-sm font-medium text-bad @max-xl:block @max-xl:ps-3"
      >
        {wrong.map((name) => (
          <p key={name} id={`${id}-${name}`}>
            {errorOf(name)}
          </p>
        ))}
      </td>
    </tr>
  );
}
