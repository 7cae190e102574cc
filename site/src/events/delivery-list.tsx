import { useState } from "react";
import { CreatedFilters } from "../dashboard/created-filters.tsx";
import { FilterBar, SelectFilter } from "../dashboard/filters.tsx";
import { callOnce } from "../dashboard/once.ts";
import { useCan } from "../dashboard/permissions.tsx";
import { RecordList } from "../dashboard/record-list.tsx";
import type { Delivery } from "../dashboard/records.ts";
import { useChange } from "../dashboard/use-change.ts";
import { useFilters } from "../dashboard/use-filters.ts";
import { texts } from "../texts/events.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { ConfirmDialog } from "../ui/dialog.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Field } from "../ui/field.tsx";
import { TextInput } from "../ui/inputs.tsx";
import { usePages } from "../ui/pager.tsx";
import type { Column } from "../ui/table.tsx";
import { DateText } from "../ui/values.tsx";
import { DeliveryBadge } from "./delivery-badge.tsx";
import { DeliveryDialog } from "./delivery-dialog.tsx";

const statuses = Object.entries(texts.statuses).map(([value, label]) => ({ value, label }));

const columns: readonly Column<Delivery>[] = [
  {
    id: "type",
    title: texts.event,
    cell: ({ event_type }) => <code className="font-mono text-sm">{event_type}</code>,
    onPhone: "title",
  },
  {
    id: "status",
    title: texts.status,
    cell: ({ status }) => <DeliveryBadge status={status} />,
    onPhone: "aside",
  },
  { id: "attempts", title: texts.attempts, align: "right", cell: ({ attempt_count }) => attempt_count },
  {
    id: "answer",
    title: texts.answer,
    cell: ({ last_status_code, last_error }) => last_error ?? last_status_code,
  },
  { id: "when", title: texts.when, cell: ({ created_at }) => <DateText value={created_at} /> },
];

export function DeliveryList() {
  const { filters, change, clear } = useFilters(["status", "event_id", "created_from", "created_to"]);
  const pages = usePages<Delivery>("/webhooks/deliveries", "deliveries", filters);
  const [open, setOpen] = useState<number>();
  const count = Object.keys(filters).length;
  return (
    <div className="flex flex-col gap-6">
      <FilterBar count={count} onClear={clear} actions={<ReplayFailed />}>
        <SelectFilter
          label={texts.status}
          value={filters.status}
          onChange={(status) => change({ status })}
          options={statuses}
        />
        <CreatedFilters filters={filters} onChange={change} />
        <Field label={texts.ofEvent} className="text-sm">
          <TextInput
            value={filters.event_id ?? ""}
            onChange={(event_id) => change({ event_id: event_id.trim() })}
            placeholder="evt_…"
            maxLength={50}
          />
        </Field>
      </FilterBar>
      <RecordList
        pages={pages}
        caption={texts.deliveriesCaption}
        width="wide"
        columns={columns}
        rowKey={({ id }) => id}
        rowActions={({ id }) => (
          <Button
            size="small"
            onClick={() => setOpen(id)}
            aria-label={`${texts.show} ${texts.deliveryName(id)}`}
          >
            {texts.show}
          </Button>
        )}
        onClear={count > 0 ? clear : undefined}
        empty={<NoDeliveries />}
      />
      {open !== undefined && <DeliveryDialog id={open} onClose={() => setOpen(undefined)} />}
    </div>
  );
}

function NoDeliveries() {
  return (
    <EmptyState
      icon="send"
      title={texts.deliveriesEmptyTitle}
      action={<ButtonLink to="/app/settings/webhooks">{texts.toWebhooks}</ButtonLink>}
    >
      {texts.deliveriesEmpty}
    </EmptyState>
  );
}

/** After an endpoint was fixed: sends everything that it missed again. */
function ReplayFailed() {
  const [isAsking, setAsking] = useState(false);
  const can = useCan();
  const replay = useChange(
    () => callOnce<{ replay: { count: number } }>("POST", "/webhooks/replay", { failed: true }),
    { says: (answer) => texts.replayManyDone(answer.replay.count) },
  );
  if (!can("webhooks:write", "webhooks")) return null;
  return (
    <>
      <Button icon="refresh" onClick={() => setAsking(true)}>
        {texts.replayMany}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        kind="primary"
        title={texts.replayManyTitle}
        confirm={texts.replay}
        onConfirm={() => replay.mutateAsync(undefined)}
      >
        {texts.replayManyBody}
      </ConfirmDialog>
    </>
  );
}
