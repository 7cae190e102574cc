import { Combobox as Primitive } from "@base-ui/react/combobox";
import { texts } from "../texts/ui.ts";
import { useFieldAttributes } from "./field.tsx";
import { Icon } from "./icon.tsx";

export type Choice = { value: string; label: string; detail?: string };

export type ComboboxProps = {
  value: Choice | null;
  onChange: (choice: Choice | null) => void;
  /** The options; when the service searches, its matches for the typed text. */
  choices: readonly Choice[];
  /** Called with the typed text when the service searches. Without it, the options are filtered here. */
  onSearch?: (text: string) => void;
  loading?: boolean;
  placeholder?: string;
};

/** A searchable select. Use it inside a `Field`. */
export function Combobox({
  value,
  onChange,
  choices,
  onSearch,
  loading = false,
  placeholder,
}: ComboboxProps) {
  const attributes = useFieldAttributes();
  return (
    <Primitive.Root<Choice>
      items={choices}
      value={value}
      onValueChange={onChange}
      isItemEqualToValue={(one, other) => one.value === other.value}
      itemToStringLabel={({ label }) => label}
      {...(onSearch && { filter: null, onInputValueChange: (text: string) => onSearch(text) })}
    >
      <div className="relative">
        <Primitive.Input {...attributes} placeholder={placeholder} className="control pr-10" />
        <Primitive.Trigger
          aria-label={texts.show}
          className="absolute inset-y-1 right-1 flex w-9 items-center justify-center rounded text-muted"
        >
          <Icon name="down" className="size-4" />
        </Primitive.Trigger>
      </div>
      <Primitive.Portal>
        <section aria-label={texts.search}>
          <Primitive.Positioner sideOffset={4} className="z-60 w-(--anchor-width)">
            <Primitive.Popup className="max-h-72 overflow-y-auto rounded-card border border-line bg-raised py-1.5 shadow-lift">
              <Primitive.Empty className="empty:hidden px-4 py-2 text-muted">
                {loading ? texts.loading : texts.nothingFound}
              </Primitive.Empty>
              <Primitive.List>
                {(choice: Choice) => (
                  <Primitive.Item
                    key={choice.value}
                    value={choice}
                    className="flex min-h-11 cursor-pointer flex-col justify-center px-4 py-1.5 outline-none data-[highlighted]:bg-sunken"
                  >
                    <span>{choice.label}</span>
                    {choice.detail && <span className="text-sm text-muted">{choice.detail}</span>}
                  </Primitive.Item>
                )}
              </Primitive.List>
            </Primitive.Popup>
          </Primitive.Positioner>
        </section>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
