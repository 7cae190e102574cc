import { Dialog } from "@base-ui/react/dialog";
import { useNavigate } from "@tanstack/react-router";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useCompany } from "../session.tsx";
import { texts } from "../texts/palette.ts";
import { texts as uiTexts } from "../texts/ui.ts";
import { IconButton } from "../ui/button.tsx";
import { Icon, type IconName } from "../ui/icon.tsx";
import { rankOf } from "./command-rank.ts";
import { type Command, type CommandDialog, type CommandGroup, useCommands } from "./commands.ts";
import { goTo, groupTitle, type Hit, invoiceHit, useHits } from "./hits.ts";
import { recentHits, rememberHit } from "./recent.ts";

/** What to do with an invoice that is chosen in the palette. */
export type InvoiceTask = { kind: "payment" | "link"; invoiceId: number };

export type PaletteProps = {
  open: boolean;
  onClose: () => void;
  onDialog: (dialog: CommandDialog) => void;
  onInvoice: (task: InvoiceTask) => void;
};

type Entry = {
  key: string;
  label: string;
  detail?: string | undefined;
  icon: IconName;
  shortcut?: string;
  run: () => void;
};
type Group = { title: string; entries: Entry[] };

/** Finds pages, records and actions by a few letters. */
export function Palette({ open, ...rest }: PaletteProps) {
  return (
    <Dialog.Root open={open} onOpenChange={(isOpen) => !isOpen && rest.onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-backdrop" />
        <Dialog.Popup
          aria-label={texts.title}
          className="fixed inset-x-0 top-0 z-50 flex max-h-dvh flex-col overflow-hidden border-line bg-raised shadow-lift outline-none max-sm:h-dvh sm:inset-x-auto sm:start-1/2 sm:top-[12vh] sm:max-h-[70vh] sm:w-[min(40rem,calc(100vw-2rem))] sm:-translate-x-1/2 sm:rounded-card sm:border rtl:sm:translate-x-1/2"
        >
          {open && <Content {...rest} />}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Content({ onClose, onDialog, onInvoice }: Omit<PaletteProps, "open">) {
  const [text, setText] = useState("");
  const [task, setTask] = useState<InvoiceTask["kind"]>();
  const [active, setActive] = useState(0);
  const listId = useId();
  const ask = (kind: InvoiceTask["kind"] | undefined) => {
    setTask(kind);
    setText("");
  };
  const all = useEntries(text, { onClose, onDialog, ask, isOff: task !== undefined });
  const payable = usePayableInvoices(task === undefined ? "" : text, (invoiceId) => {
    onClose();
    onInvoice({ kind: task!, invoiceId });
  });
  const { groups, isLoading } = task === undefined ? all : payable;
  const entries = groups.flatMap((group) => group.entries);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other results begin at the top
  useEffect(() => setActive(0), [text, task, entries[0]?.key]);
  const onKeyDown = (event: KeyboardEvent) => {
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (move && entries.length > 0) {
      event.preventDefault();
      setActive((at) => (at + move + entries.length) % entries.length);
    } else if (event.key === "Enter") {
      event.preventDefault();
      entries[active]?.run();
    } else if (event.key === "Backspace" && text === "" && task) ask(undefined);
  };
  const current = entries[active];
  return (
    <>
      <div className="flex items-center gap-2 border-b border-line px-3">
        {task ? (
          <IconButton
            icon="left"
            label={texts.backToAll}
            onClick={() => ask(undefined)}
            className="rtl:rotate-180"
          />
        ) : (
          <Icon name="search" className="ms-1 size-5 text-muted" />
        )}
        <input
          // biome-ignore lint/a11y/noAutofocus: the palette is opened to type
          autoFocus
          role="combobox"
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={current && `${listId}-${active}`}
          aria-autocomplete="list"
          aria-label={task ? texts.chooseInvoice : texts.placeholder}
          placeholder={task ? texts.chooseInvoiceHint : texts.placeholder}
          value={text}
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
          className="min-h-14 min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-muted"
        />
        <Dialog.Close render={<IconButton icon="close" label={uiTexts.close} />} />
      </div>
      <Results listId={listId} groups={groups} active={active} onHover={setActive} />
      {entries.length === 0 && (
        <p role="status" className="px-5 py-6 text-muted">
          {isLoading
            ? uiTexts.loading
            : task && text === ""
              ? texts.chooseInvoiceHint
              : texts.none(text.trim())}
        </p>
      )}
      <p className="hidden border-t border-line px-5 py-2 text-sm text-muted sm:block">
        {task ? texts.noPayable : texts.hints}
      </p>
    </>
  );
}

type ResultsProps = { listId: string; groups: Group[]; active: number; onHover: (at: number) => void };

function Results({ listId, groups, active, onHover }: ResultsProps) {
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current entry stays in view
  useEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [active, groups]);
  let at = -1;
  return (
    <div
      ref={list}
      id={listId}
      role="listbox"
      aria-label={texts.title}
      className="min-h-0 overflow-y-auto py-1.5 empty:hidden"
    >
      {groups.map(({ title, entries }, place) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is not allowed in a listbox
        <div key={title} role="group" aria-labelledby={`${listId}-group-${place}`} className="py-1">
          <div id={`${listId}-group-${place}`} className="px-5 py-1 text-sm font-medium text-muted">
            {title}
          </div>
          {entries.map(({ key, label, detail, icon, shortcut, run }) => {
            at += 1;
            const index = at;
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the focus and handles the keys
              <div
                key={key}
                id={`${listId}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === active}
                onClick={run}
                onPointerMove={() => onHover(index)}
                className="mx-1.5 flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3.5 py-1.5 aria-selected:bg-sunken"
              >
                <Icon name={icon} className="size-5 text-muted" />
                <span className="min-w-0 flex-1">
                  <span className="block truncate" title={label}>
                    {label}
                  </span>
                  {detail && (
                    <span className="block truncate text-sm text-muted" title={detail}>
                      {detail}
                    </span>
                  )}
                </span>
                {shortcut && (
                  <kbd className="hidden rounded border border-line px-1.5 text-sm text-muted sm:block">
                    {shortcut}
                  </kbd>
                )}
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}

type EntryOptions = {
  onClose: () => void;
  onDialog: (dialog: CommandDialog) => void;
  ask: (kind: InvoiceTask["kind"]) => void;
  isOff: boolean;
};

function useEntries(text: string, { onClose, onDialog, ask, isOff }: EntryOptions) {
  const company = useCompany();
  const navigate = useNavigate();
  const q = text.trim();
  const { groups: found, isLoading } = useHits(isOff ? "" : q);
  const openHit = (hit: Hit) => () => {
    rememberHit(company.id, hit);
    onClose();
    goTo(navigate, hit.address);
  };
  const entryOf = (hit: Hit): Entry => ({ ...hit, run: openHit(hit) });
  const commandOf = ({ asksForInvoice, run, ...command }: Command): Entry => ({
    ...command,
    run: asksForInvoice
      ? () => ask(asksForInvoice)
      : () => {
          onClose();
          run();
        },
  });
  const commands = useCommands(onDialog);
  const records = found.map(({ kind, hits }) => ({ title: groupTitle(kind), entries: hits.map(entryOf) }));
  const shown =
    q === ""
      ? [
          { title: texts.groups.recent, entries: recentHits(company.id).map(entryOf) },
          ...commands.map(({ title, commands }) => ({ title, entries: commands.map(commandOf) })),
        ]
      : [...matching(commands, q, commandOf), ...records];
  return { groups: shown.filter(({ entries }) => entries.length > 0), isLoading: q !== "" && isLoading };
}

/** The commands that match, the best first in each group. */
function matching(groups: CommandGroup[], q: string, entryOf: (command: Command) => Entry): Group[] {
  return groups.map(({ title, commands }) => ({
    title,
    entries: commands
      .map((command) => ({ command, rank: rankOf(q, command.label, command.keywords) }))
      .filter((match): match is { command: Command; rank: number } => match.rank !== undefined)
      .sort((one, other) => one.rank - other.rank)
      .slice(0, 5)
      .map(({ command }) => entryOf(command)),
  }));
}

function usePayableInvoices(text: string, choose: (invoiceId: number) => void) {
  const { found, isLoading, region } = useHits(text);
  const invoices = (found?.invoices ?? []).filter(
    ({ status }) => status === "open" || status === "partially_paid",
  );
  const entries = invoices.map((invoice) => ({
    ...invoiceHit(invoice, region),
    run: () => choose(invoice.id),
  }));
  const groups = entries.length > 0 ? [{ title: texts.groups.invoices, entries }] : [];
  return { groups, isLoading: text.trim() !== "" && isLoading };
}
