import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { lazyPart } from "../data/lazy-part.tsx";
import { useCompany, useSession } from "../session.tsx";
import { texts } from "../texts/lists.ts";
import { Button } from "../ui/button.tsx";
import { Menu } from "../ui/menu.tsx";
import { readViews, storeViews, type View } from "./views.ts";

const ViewDialogs = lazyPart(async () => (await import("./view-dialogs.tsx")).ViewDialogs);

/** Named filters of a list. They are kept in this browser, for this person and company. */
export function SavedViews({ list }: { list: string }) {
  const { user } = useSession();
  const { id: companyId } = useCompany();
  const search: Record<string, string | undefined> = useSearch({ strict: false });
  const navigate = useNavigate();
  const [views, setViews] = useState(() => readViews(localStorage, companyId, user.id, list));
  const [open, setOpen] = useState<"save" | "manage">();
  const store = (next: View[]) => {
    storeViews(localStorage, companyId, user.id, list, next);
    setViews(next);
  };
  const { tab, ...current } = search;
  const isCurrent = (view: View) => sameSearch(view.search, current);
  const show = (view: View) =>
    void navigate({ to: ".", search: { ...(tab && { tab }), ...view.search }, replace: true });
  const given = Object.fromEntries(
    Object.entries(current).filter((entry): entry is [string, string] => Boolean(entry[1])),
  );
  return (
    <>
      <Menu
        trigger={<Button icon="eye">{texts.views.button}</Button>}
        heading={
          <span className="text-sm text-muted">
            {views.length > 0 ? texts.views.heading : texts.views.none}
          </span>
        }
        groups={[
          views.map((view) => ({
            label: view.name,
            chosen: isCurrent(view),
            onSelect: () => show(view),
          })),
          [
            {
              label: texts.views.save,
              icon: "plus" as const,
              disabled: Object.keys(given).length === 0,
              onSelect: () => setOpen("save"),
            },
            ...(views.length > 0
              ? [{ label: texts.views.manage, icon: "settings" as const, onSelect: () => setOpen("manage") }]
              : []),
          ],
        ]}
      />
      {open && (
        <ViewDialogs
          open={open}
          views={views}
          search={given}
          onStore={store}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}

function sameSearch(one: Record<string, string>, other: Record<string, string | undefined>): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => (one[name] ?? "") === (other[name] ?? ""));
}
