import { Popover } from "@base-ui/react/popover";
import type { ComponentProps, RefObject } from "react";
import { texts } from "../texts/dates.ts";
import { Calendar } from "./calendar.tsx";

type CalendarWindowProps = ComponentProps<typeof Calendar> & {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** The field below which it opens, and which gets the focus back. */
  anchor: RefObject<HTMLInputElement | null>;
};

export function CalendarWindow({ isOpen, onOpenChange, anchor, ...calendar }: CalendarWindowProps) {
  return (
    <Popover.Root open={isOpen} onOpenChange={onOpenChange} modal>
      <Popover.Portal>
        <Popover.Positioner anchor={anchor} sideOffset={4} align="start" className="z-60">
          <Popover.Popup
            aria-label={texts.calendar}
            initialFocus={false}
            finalFocus={anchor}
            className="rounded-card border border-line bg-raised p-3 shadow-lift outline-none"
          >
            <Calendar {...calendar} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
