import { type DocumentText, documentTexts } from "../texts/documents.ts";
import { Field } from "../ui/field.tsx";
import { TextArea, TextInput } from "../ui/inputs.tsx";

type Name = keyof typeof documentTexts;
const fields = Object.entries(documentTexts) as [Name, DocumentText][];

/** The free texts of a sale or an invoice, in a form and in a record. */
export type TextsForm = Record<Name, string>;
type RecordTexts = Record<Name, string | null>;

const each = <T,>(of: (name: Name) => T) =>
  Object.fromEntries(fields.map(([name]) => [name, of(name)])) as Record<Name, T>;

export const emptyTexts = (): TextsForm => each(() => "");
/** What only this document is called by, and a copy of it is not. */
export const emptyReferences = (): Partial<TextsForm> =>
  Object.fromEntries(fields.flatMap(([name, { isLong }]) => (isLong ? [] : [[name, ""]])));
export const fromTexts = (record: RecordTexts): TextsForm => each((name) => record[name] ?? "");
export const toTexts = (form: TextsForm): RecordTexts => each((name) => form[name].trim() || null);

type Props = {
  form: TextsForm;
  set: (name: Name) => (value: string) => void;
  errors: Readonly<Record<string, string | undefined>>;
};

/** The inputs, as cells of the editor's grid. */
export function DocumentTextFields({ form, set, errors }: Props) {
  return fields.map(([name, { label, hint, maxLength, isLong }]) => {
    const Input = isLong ? TextArea : TextInput;
    const className = isLong ? "sm:col-span-2" : "";
    return (
      <Field key={name} label={label} optional hint={hint} error={errors[name]} className={className}>
        <Input value={form[name]} onChange={set(name)} maxLength={maxLength} />
      </Field>
    );
  });
}

/** What a document prints beside its parties and dates; notes are below its lines. */
export const printedReferences = (form: TextsForm): [label: string, value: string][] =>
  fields.flatMap(([name, { label, isPrinted, isLong }]) =>
    isPrinted && !isLong ? [[label, form[name].trim()]] : [],
  );

/** What a record says in these fields: short texts are among its facts, long ones below them. */
export function documentFacts(record: RecordTexts, length: "short" | "long"): [string, string][] {
  const shown = fields.filter(([, { isLong = false }]) => isLong === (length === "long"));
  return shown.flatMap(([name, { label }]) => (record[name] ? [[label, record[name]]] : []));
}
