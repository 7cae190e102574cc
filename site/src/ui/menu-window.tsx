import { Menu as Primitive } from "@base-ui/react/menu";
import { useEffect, useRef } from "react";
import { texts } from "../texts/ui.ts";
import { Icon } from "./icon.tsx";
import type { MenuItem, MenuProps } from "./menu.tsx";

type MenuWindowProps = MenuProps & {
  /** Open from the start, because the button was pressed before this code was loaded. */
  isOpen: boolean;
};

/** A menu with its button. */
export function MenuWindow({ trigger, groups, heading, align = "end", isOpen }: MenuWindowProps) {
  const button = useRef<HTMLButtonElement>(null);
  // The button replaces the one that had the focus.
  useEffect(() => button.current?.focus({ preventScroll: true }), []);
  return (
    <Primitive.Root defaultOpen={isOpen}>
      <Primitive.Trigger ref={button} render={trigger} />
      <Primitive.Portal>
        <section aria-label={texts.actions}>
          <Primitive.Positioner sideOffset={6} align={align} className="z-50">
            <Primitive.Popup className="max-h-(--available-height) max-w-(--available-width) min-w-52 overflow-y-auto rounded-card border border-line bg-raised py-1.5 shadow-lift outline-none">
              {heading && <div className="border-b border-line px-4 pt-1.5 pb-2.5">{heading}</div>}
              {groups
                .filter((group) => group.length > 0)
                .map((group, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: groups have no id, and their order is fixed
                  <div key={index} className="border-b border-line py-1 last:border-0">
                    {group.map((item, place) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: items have no id, and their order is fixed
                      <Item key={place} {...item} />
                    ))}
                  </div>
                ))}
            </Primitive.Popup>
          </Primitive.Positioner>
        </section>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

function Item({ label, icon, onSelect, tone, disabled = false, chosen }: MenuItem) {
  return (
    <Primitive.Item
      onClick={onSelect}
      disabled={disabled}
      className={`flex min-h-11 cursor-pointer items-center gap-3 px-4 outline-none data-[disabled]:opacity-50 data-[highlighted]:bg-sunken ${tone === "bad" ? "text-bad" : ""}`}
    >
      {icon && <Icon name={icon} />}
      <span className="min-w-0 flex-1">{label}</span>
      {chosen && <Icon name="check" className="size-4 text-accent" />}
    </Primitive.Item>
  );
}
