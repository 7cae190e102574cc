import { taxCategories } from "../../../../service/src/domains/catalog/products/tax.ts";
import { useCan } from "../../session.tsx";
import { texts } from "../../texts/dashboard.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { DecimalInput, Select, TextInput } from "../../ui/inputs.tsx";
import { Money } from "../../ui/values.tsx";
import { ProductPicker } from "../pickers.tsx";
import { changeLine, emptyLine, type LineForm, takeProduct } from "./line-form.ts";

type Errors = Readonly<Record<string, string | undefined>>;

type LineEditorProps = {
  lines: readonly LineForm[];
  onChange: (lines: LineForm[]) => void;
  currency: string;
  /** The net amount of each line, where it can be computed. */
  nets: readonly (string | undefined)[];
  /** By API name: `lines[0].quantity`. */
  errors: Errors;
};

const linesMax = 500;

/** The lines of an invoice, a sale or a credit note. */
export function LineEditor({ lines, onChange, currency, nets, errors }: LineEditorProps) {
  const replace = (index: number, line: LineForm) =>
    onChange(lines.map((each, place) => (place === index ? line : each)));
  return (
    <div className="flex flex-col gap-4">
      <ol className="flex flex-col gap-4">
        {lines.map((line, index) => (
          <LineRow
            key={line.key}
            number={index + 1}
            line={line}
            currency={currency}
            net={nets[index]}
            errorOf={(name) => errors[`lines[${index}].${name}`]}
            onChange={(changed) => replace(index, changed)}
            onRemove={
              lines.length > 1 ? () => onChange(lines.filter((_, place) => place !== index)) : undefined
            }
          />
        ))}
      </ol>
      {errors.lines && <p className="text-sm font-medium text-bad">{errors.lines}</p>}
      {lines.length < linesMax && (
        <Button icon="plus" className="self-start" onClick={() => onChange([...lines, emptyLine()])}>
          {texts.lines.add}
        </Button>
      )}
    </div>
  );
}

type LineRowProps = {
  number: number;
  line: LineForm;
  currency: string;
  net: string | undefined;
  errorOf: (name: string) => string | undefined;
  onChange: (line: LineForm) => void;
  onRemove: (() => void) | undefined;
};

function LineRow({ number, line, currency, net, errorOf, onChange, onRemove }: LineRowProps) {
  const can = useCan();
  const change = (changes: Partial<LineForm>) => onChange(changeLine(line, changes));
  const chosen = line.productId === null ? null : { value: String(line.productId), label: line.productName };
  return (
    <li className="rounded-control border border-line p-4">
      <div className="mb-3 flex items-center justify-between gap-3">
        <h3 className="font-medium text-muted">{texts.lines.line(number)}</h3>
        {onRemove && (
          <IconButton icon="trash" label={texts.lines.remove(number)} onClick={onRemove} className="-my-2" />
        )}
      </div>
      <div className="grid grid-cols-6 items-start gap-x-3 gap-y-3 md:grid-cols-12">
        {can("products:read", "catalog") && (
          <Field
            label={texts.product}
            optional
            error={errorOf("product_id")}
            className="col-span-6 md:col-span-5"
          >
            <ProductPicker
              value={chosen}
              onChange={(product) => onChange(takeProduct(line, product, currency))}
            />
          </Field>
        )}
        <Field
          label={texts.lines.description}
          error={errorOf("description")}
          className="col-span-6 md:col-span-7"
        >
          <TextInput
            value={line.description}
            maxLength={2000}
            onChange={(description) => change({ description })}
          />
        </Field>
        <Figures line={line} currency={currency} net={net} errorOf={errorOf} change={change} />
      </div>
      <Codes line={line} errorOf={errorOf} change={change} />
    </li>
  );
}

type FiguresProps = Pick<LineRowProps, "line" | "currency" | "net" | "errorOf"> & {
  change: (changes: Partial<LineForm>) => void;
};

function Figures({ line, currency, net, errorOf, change }: FiguresProps) {
  return (
    <>
      <Field label={texts.lines.quantity} error={errorOf("quantity")} className="col-span-3">
        <DecimalInput value={line.quantity} onChange={(quantity) => change({ quantity })} />
      </Field>
      <Field label={texts.lines.price} error={errorOf("unit_price")} className="col-span-3">
        <DecimalInput value={line.unitPrice} onChange={(unitPrice) => change({ unitPrice })} />
      </Field>
      <Field label={texts.lines.rate} error={errorOf("tax_rate")} className="col-span-2 md:col-span-2">
        <DecimalInput value={line.taxRate} onChange={(taxRate) => change({ taxRate })} placeholder="0" />
      </Field>
      <div className="col-span-4 text-right">
        <div className="font-medium">{texts.lines.amount}</div>
        <div className="flex min-h-11 items-center justify-end text-lg font-semibold">
          <Money amount={net} currency={currency} />
        </div>
      </div>
    </>
  );
}

type CodesProps = Pick<LineRowProps, "line" | "errorOf"> & { change: (changes: Partial<LineForm>) => void };

/** Fields that most lines take from their rate or product. */
function Codes({ line, errorOf, change }: CodesProps) {
  const names = ["tax_category", "exemption_reason", "unit_code", "hs_code", "service_code"];
  const isAtFault = names.some((name) => errorOf(name));
  return (
    <details className="mt-3" open={isAtFault || undefined}>
      <summary className="w-fit rounded py-1 text-sm text-muted hover:text-foreground">
        {texts.lines.more}
      </summary>
      <div className="mt-2 grid grid-cols-2 items-start gap-3 md:grid-cols-4">
        <Field label={texts.lines.category} error={errorOf("tax_category")} className="col-span-2">
          <Select
            value={line.taxCategory}
            onChange={(taxCategory) => change({ taxCategory })}
            options={[
              { value: "", label: texts.lines.byRate },
              ...taxCategories.map((letter) => ({ value: letter, label: texts.lines.categories[letter] })),
            ]}
          />
        </Field>
        <Field label={texts.lines.exemption} error={errorOf("exemption_reason")} className="col-span-2">
          <TextInput
            value={line.exemptionReason}
            maxLength={500}
            onChange={(exemptionReason) => change({ exemptionReason })}
          />
        </Field>
        <Field label={texts.lines.unit} error={errorOf("unit_code")}>
          <TextInput
            value={line.unitCode}
            maxLength={3}
            placeholder="C62"
            onChange={(code) => change({ unitCode: code.toUpperCase() })}
          />
        </Field>
        <Field label={texts.lines.hsCode} error={errorOf("hs_code")}>
          <TextInput value={line.hsCode} maxLength={20} onChange={(hsCode) => change({ hsCode })} />
        </Field>
        <Field
          label={texts.lines.serviceCode}
          error={errorOf("service_code")}
          className="col-span-2 md:col-span-1"
        >
          <TextInput
            value={line.serviceCode}
            maxLength={20}
            onChange={(serviceCode) => change({ serviceCode })}
          />
        </Field>
      </div>
    </details>
  );
}
