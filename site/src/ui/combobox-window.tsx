import { Combobox as Primitive } from "@base-ui/react/combobox";
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from "react";
import { texts } from "../texts/ui.ts";
import type { Choice, ComboboxProps } from "./combobox.tsx";
import { useFieldAttributes } from "./field.tsx";
import { Icon } from "./icon.tsx";

// No record has it: ids are numbers, and codes have no spaces.
const createValue = "create a new record";

/** The searchable select itself. */
export function ComboboxWindow({
  value,
  onChange,
  choices,
  onSearch,
  create,
  loading = false,
  placeholder,
  isFocused,
}: ComboboxProps & { isFocused: () => boolean }) {
  const input = useRef<HTMLInputElement>(null);
  // It replaces a field that may have the focus already.
  useLayoutEffect(() => {
    if (isFocused()) input.current?.focus({ preventScroll: true });
  }, [isFocused]);
  const attributes = useFieldAttributes();
  const [typed, setTyped] = useState("");
  const isChosen = typed === value?.label;
  const wanted = isChosen ? "" : typed.trim();
  const offered = create ? [...choices, { value: createValue, label: create.label(wanted) }] : choices;
  const choose = (choice: Choice | null) => {
    if (choice?.value === createValue) create?.onCreate(wanted);
    else onChange(choice);
  };
  return (
    <Primitive.Root<Choice>
      items={offered}
      value={value}
      onValueChange={choose}
      // The best match is highlighted while the user types, so that Enter chooses it.
      autoHighlight
      isItemEqualToValue={(one, other) => one.value === other.value}
      itemToStringLabel={({ label }) => label}
      onInputValueChange={(text) => {
        setTyped(text);
        onSearch?.(text);
      }}
      {...(onSearch && { filter: null })}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the input inside */}
      <div className="relative" onKeyDown={keepFromSubmitting}>
        <Primitive.Input ref={input} {...attributes} placeholder={placeholder} className="control pe-10" />
        <Primitive.Trigger
          aria-label={texts.show}
          className="absolute inset-y-1 end-1 flex w-9 items-center justify-center rounded text-muted"
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
                    className={`flex min-h-11 cursor-pointer px-4 py-1.5 outline-none data-[highlighted]:bg-sunken ${choice.value === createValue ? "items-center gap-2 font-medium text-accent" : "flex-col justify-center"}`}
                  >
                    {choice.value === createValue && <Icon name="plus" className="size-4" />}
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

/** Enter chooses from the list. Without a match it does nothing: it must not submit the form with an empty choice. */
function keepFromSubmitting(event: KeyboardEvent): void {
  if (event.key === "Enter") event.preventDefault();
}
