import { useCan } from "../session.tsx";
import { navigationItems } from "../shell/navigation.ts";
import { isApple, pageLetters } from "../shell/shortcuts.ts";
import { texts } from "../texts/help.ts";
import { texts as shellTexts } from "../texts/shell.ts";
import { Dialog } from "../ui/dialog.tsx";

/** All keyboard shortcuts that this person can use. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const can = useCan();
  const general = [
    { name: texts.keys.palette, keys: [isApple ? "⌘ K" : "Ctrl K"] },
    { name: texts.keys.search, keys: ["/"] },
    { name: texts.keys.shortcuts, keys: ["?"] },
    ...(can("invoices:write", "invoicing") ? [{ name: texts.keys.newInvoice, keys: ["N"] }] : []),
    { name: texts.keys.close, keys: ["Esc"] },
  ];
  const pages = Object.entries(pageLetters).flatMap(([letter, name]) => {
    const item = navigationItems.find((item) => item.name === name)!;
    const isAllowed = item.scope === undefined || can(item.scope, item.feature);
    return isAllowed ? [{ name: shellTexts.pages[name], keys: ["G", letter.toUpperCase()] }] : [];
  });
  return (
    <Dialog open onClose={onClose} title={texts.shortcuts} description={texts.shortcutsIntro}>
      <div className="flex flex-col gap-5">
        <Keys title={texts.general} rows={general} />
        <Keys title={texts.goTo} rows={pages} />
      </div>
    </Dialog>
  );
}

type Row = { name: string; keys: string[] };

function Keys({ title, rows }: { title: string; rows: Row[] }) {
  return (
    <section>
      <h3 className="mb-1 font-semibold">{title}</h3>
      <dl className="grid gap-x-8 sm:grid-cols-2">
        {rows.map(({ name, keys }) => (
          <div key={name} className="flex items-center justify-between gap-4 border-b border-line py-2">
            <dt>{name}</dt>
            <dd className="flex items-center gap-1.5 text-sm whitespace-nowrap text-muted">
              {keys.map((key, place) => (
                <span key={key} className="contents">
                  {place > 0 && texts.followedBy}
                  <kbd className="rounded border border-line bg-sunken px-1.5 py-0.5 text-foreground">
                    {key}
                  </kbd>
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
