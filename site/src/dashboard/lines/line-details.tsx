import { taxCategories } from "../../../../service/src/domains/catalog/products/tax.ts";
import { texts as adjustmentTexts } from "../../texts/adjustments.ts";
import { texts as dashboardTexts } from "../../texts/dashboard.ts";
import { texts } from "../../texts/editor.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Select, TextArea, TextInput } from "../../ui/inputs.tsx";
import { AdjustmentEditor } from "./adjustment-editor.tsx";
import type { LineForm } from "./line-form.ts";
import type { LineRowProps } from "./line-row.tsx";

type Props = Pick<LineRowProps, "line" | "currency" | "errorOf" | "onMoveUp" | "onMoveDown"> & {
  change: (changes: Partial<LineForm>) => void;
};

/** Fields that most lines take from their rate or product, and the buttons for what the keyboard does. */
export function LineDetails({ line, currency, errorOf, onMoveUp, onMoveDown, change }: Props) {
  return (
    <div className="my-2 grid grid-cols-2 items-start gap-3 rounded-control bg-background p-4 @2xl:grid-cols-4">
      <Field label={texts.lines.fullDescription} className="col-span-2">
        <TextArea
          value={line.description}
          maxLength={2000}
          rows={2}
          onChange={(description) => change({ description })}
        />
      </Field>
      <div className="col-span-2 flex flex-col items-start gap-1.5">
        <span className="font-medium">{texts.lines.product}</span>
        <span className={line.productId === null ? "text-muted" : ""}>
          {line.productId === null ? texts.lines.noProduct : line.productName}
        </span>
        {line.productId !== null && (
          <Button size="small" onClick={() => change({ productId: null, productName: "" })}>
            {texts.lines.unlink}
          </Button>
        )}
      </div>
      <Field label={texts.lines.category} error={errorOf("tax_category")} className="col-span-2">
        <Select
          value={line.taxCategory}
          onChange={(taxCategory) => change({ taxCategory })}
          options={[
            { value: "", label: texts.lines.byRate },
            ...taxCategories.map((letter) => ({
              value: letter,
              label: dashboardTexts.lines.categories[letter],
            })),
          ]}
        />
      </Field>
      <Field
        label={texts.lines.exemption}
        optional
        error={errorOf("exemption_reason")}
        className="col-span-2"
      >
        <TextInput
          value={line.exemptionReason}
          maxLength={500}
          onChange={(exemptionReason) => change({ exemptionReason })}
        />
      </Field>
      <Field label={texts.lines.unit} optional error={errorOf("unit_code")}>
        <TextInput
          value={line.unitCode}
          maxLength={3}
          placeholder="C62"
          onChange={(code) => change({ unitCode: code.toUpperCase() })}
        />
      </Field>
      <Field label={texts.lines.hsCode} optional error={errorOf("hs_code")}>
        <TextInput value={line.hsCode} maxLength={20} onChange={(hsCode) => change({ hsCode })} />
      </Field>
      <Field label={texts.lines.serviceCode} optional error={errorOf("service_code")} className="col-span-2">
        <TextInput
          value={line.serviceCode}
          maxLength={20}
          onChange={(serviceCode) => change({ serviceCode })}
        />
      </Field>
      <div className="@container col-span-full flex flex-col gap-1.5">
        <span className="font-medium">{adjustmentTexts.title}</span>
        <AdjustmentEditor
          rows={line.adjustments ?? []}
          onChange={(adjustments) => change({ adjustments })}
          currency={currency}
          errorOf={errorOf}
        />
      </div>
      {(onMoveUp || onMoveDown) && (
        <div className="col-span-full flex gap-3">
          <Button size="small" disabled={!onMoveUp} onClick={onMoveUp}>
            {texts.lines.moveUp}
          </Button>
          <Button size="small" disabled={!onMoveDown} onClick={onMoveDown}>
            {texts.lines.moveDown}
          </Button>
        </div>
      )}
    </div>
  );
}
