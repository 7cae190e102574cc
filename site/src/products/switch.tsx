import type { Product } from "../dashboard/records.ts";
import { call } from "../data/api.ts";
import { affectedBy, useChange } from "../data/use-change.ts";
import { useChoice } from "../data/use-choice.ts";
import { texts } from "../texts/products.ts";

type Props = { product: Product; name: "active" | "portal"; label: string; disabled: boolean };

const messages = {
  active: { true: texts.switchedOn, false: texts.switchedOff },
  portal: { true: texts.portalOn, false: texts.portalOff },
} as const;

/** Turns a property of a product on or off. It changes at once, and back if the service refuses. */
export function Switch({ product, name, label, disabled }: Props) {
  const change = useChange((next: boolean) => call("PATCH", `/products/${product.id}`, { [name]: next }), {
    invalidates: affectedBy.products,
    successMessage: (_data, next) => messages[name][`${next}`],
  });
  const [isOn, turn] = useChoice(product[name], change.mutateAsync);
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-label={`${label}: ${product.name}`}
      disabled={disabled}
      onClick={() => turn(!isOn)}
      className="relative inline-flex min-h-9 items-center disabled:cursor-not-allowed"
    >
      <span
        aria-hidden="true"
        className={`flex h-6 w-11 items-center rounded-full border px-0.5 transition-colors ${isOn ? "justify-end border-accent bg-accent" : "border-edge bg-sunken"}`}
      >
        <span className={`size-4.5 rounded-full ${isOn ? "bg-on-accent" : "bg-edge"}`} />
      </span>
    </button>
  );
}
