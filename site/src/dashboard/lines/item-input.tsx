import { Autocomplete } from "@base-ui/react/autocomplete";
import { type InputHTMLAttributes, useState } from "react";
import { useCan } from "../../session.tsx";
import { texts } from "../../texts/editor.ts";
import { texts as uiTexts } from "../../texts/ui.ts";
import { formatPrice } from "../../ui/format.ts";
import { useRegion } from "../../ui/values.tsx";
import { useMatches } from "../pickers.tsx";
import type { Product } from "../records.ts";
import { inCell } from "./cell-class.ts";

type Props = {
  value: string;
  onChange: (text: string) => void;
  /** A product was chosen; it fills in the whole line. */
  onTake: (product: Product) => void;
} & Omit<InputHTMLAttributes<HTMLInputElement>, "value" | "onChange" | "defaultValue">;

/** The description of a line. It is free text, for which matching products are offered. */
export function ItemInput(props: Props) {
  const can = useCan();
  return can("products:read", "catalog") ? <WithProducts {...props} /> : <Plain {...props} />;
}

function Plain({ value, onChange, onTake: _onTake, ...attributes }: Props) {
  return (
    <input
      type="text"
      {...attributes}
      value={value}
      title={value}
      maxLength={2000}
      onChange={(event) => onChange(event.target.value)}
      className={inCell}
    />
  );
}

function WithProducts({ value, onChange, onTake, ...attributes }: Props) {
  const region = useRegion();
  const [isOpen, setOpen] = useState(false);
  const { found } = useMatches<Product>("products", {
    text: value,
    textsOf: ({ name, sku }) => [name, sku],
    isEnabled: isOpen,
  });
  const take = (product: Product) => {
    onTake(product);
    setOpen(false);
  };
  return (
    <Autocomplete.Root<Product>
      items={found}
      mode="none"
      value={value}
      open={isOpen && found.length > 0}
      onOpenChange={setOpen}
      openOnInputClick={value === ""}
      itemToStringValue={({ name }) => name}
      onValueChange={(text, { reason }) => {
        // A chosen product brings its own text, and Escape must not clear what was typed.
        if (reason === "input-change" || reason === "input-clear") onChange(text);
      }}
    >
      <Autocomplete.Input
        {...attributes}
        title={value}
        maxLength={2000}
        placeholder={texts.lines.findItem}
        className={inCell}
      />
      <Autocomplete.Portal>
        <section aria-label={uiTexts.search}>
          <Autocomplete.Positioner
            sideOffset={4}
            align="start"
            className="z-60 w-96 max-w-(--available-width)"
          >
            <Autocomplete.Popup className="max-h-72 overflow-y-auto rounded-card border border-line bg-raised py-1.5 shadow-lift">
              <Autocomplete.List>
                {(product: Product) => (
                  <Autocomplete.Item
                    key={product.id}
                    value={product}
                    onClick={() => take(product)}
                    className="flex min-h-11 cursor-pointer items-center justify-between gap-4 px-4 py-1.5 outline-none data-[highlighted]:bg-sunken"
                  >
                    <span className="min-w-0">
                      {product.name}
                      {product.sku && <span className="block text-sm text-muted">{product.sku}</span>}
                    </span>
                    {product.unit_price !== null && (
                      <span className="whitespace-nowrap text-muted tabular-nums">
                        {formatPrice(product.unit_price, product.currency, region)}
                      </span>
                    )}
                  </Autocomplete.Item>
                )}
              </Autocomplete.List>
            </Autocomplete.Popup>
          </Autocomplete.Positioner>
        </section>
      </Autocomplete.Portal>
    </Autocomplete.Root>
  );
}
