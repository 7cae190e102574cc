import { exportUrl } from "../dashboard/export-button.tsx";
import type { InvoiceRow } from "../dashboard/records.ts";
import { useCan, useHasScope } from "../session.tsx";
import { texts } from "../texts/invoice-list.ts";
import { Button, ButtonAnchor } from "../ui/button.tsx";
import { allowedActions } from "./allowed-actions.ts";
import type { BulkAction } from "./bulk-run.ts";

const actions: readonly BulkAction[] = ["issue", "register", "void"];

type Props = {
  rows: readonly InvoiceRow[];
  /** Called with those of the rows that the action is possible for. */
  onAct: (action: BulkAction, invoices: readonly InvoiceRow[]) => void;
  onClear: () => void;
};

/** What can be done with the selected invoices, at the lower edge of the window. */
export function BulkActions({ rows, onAct, onClear }: Props) {
  const can = useCan();
  const hasScope = useHasScope();
  const eligible = (action: BulkAction) => rows.filter((row) => allowedActions(row, can).has(action));
  const offered = actions.map((action) => [action, eligible(action)] as const);
  return (
    <section
      aria-label={texts.selection.label}
      className="sticky bottom-20 z-30 flex flex-wrap items-center gap-2 rounded-card sm:gap-3 border border-edge bg-raised p-3 shadow-lift md:bottom-4 md:px-5"
    >
      <p role="status" className="me-auto flex min-h-9 items-center font-semibold max-sm:basis-full">
        {texts.selection.count(rows.length)}
      </p>
      {offered.map(
        ([action, invoices]) =>
          invoices.length > 0 && (
            <Button key={action} size="small" onClick={() => onAct(action, invoices)}>
              {texts.selection.actionFor(texts.selection.actions[action], invoices.length)}
            </Button>
          ),
      )}
      {hasScope("site:export") && (
        <ButtonAnchor
          size="small"
          icon="download"
          download
          href={exportUrl("invoices", { ids: rows.map(({ id }) => id).join(",") })}
        >
          {texts.selection.export}
        </ButtonAnchor>
      )}
      {/* On phones beside the number, so that the other buttons have one row. */}
      <Button
        size="small"
        kind="quiet"
        className="max-sm:absolute max-sm:end-2 max-sm:top-3"
        onClick={onClear}
      >
        {texts.selection.clear}
      </Button>
    </section>
  );
}
