import { texts } from "../texts/shell.ts";
import { IconButton } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { isApple } from "./shortcuts.ts";

type Props = { onOpen: () => void; onNear: () => void };

/** Looks like a search field, and opens the command palette. */
export function SearchButton({ onOpen, onNear }: Props) {
  return (
    <search>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts={isApple ? "Meta+K" : "Control+K"}
        onClick={onOpen}
        onPointerEnter={onNear}
        onFocus={onNear}
        className="flex min-h-11 w-full items-center gap-2.5 rounded-control border border-line bg-raised px-3 text-start text-muted hover:bg-sunken"
      >
        <Icon name="search" />
        <span className="min-w-0 flex-1 truncate">{texts.search}</span>
        <span aria-hidden="true" className="rounded border border-line px-1.5 text-sm whitespace-nowrap">
          {isApple ? "⌘ K" : "Ctrl K"}
        </span>
      </button>
    </search>
  );
}

export function SearchIconButton({ onOpen }: { onOpen: () => void }) {
  return <IconButton icon="search" label={texts.search} aria-haspopup="dialog" onClick={onOpen} />;
}
