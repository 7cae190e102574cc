import { useState } from "react";
import { CreatedFilters, FilterBar, SelectFilter } from "../dashboard/filters.tsx";
import { RecordList } from "../dashboard/record-list.tsx";
import type { Delivery, Endpoint } from "../dashboard/records.ts";
import { useFilters } from "../dashboard/use-filters.ts";
import { callOnce } from "../data/api.ts";
import { useChange } from "../data/use-change.ts";
import { usePages } from "../data/use-pages.ts";
import { useResponse } from "../data/use-response.ts";
import { useCan } from "../session.tsx";
import { texts } from "../texts/events.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { ConfirmDialog } from "../ui/dialog.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Field } from "../ui/field.tsx";
import { TextInput } from "../ui/inputs.tsx";
import type { Column } from "../ui/table.tsx";
import { DateText } from "../ui/values.tsx";
import { DeliveryBadge } from "./delivery-page.tsx";

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
    cell: ({ last_status_code, last_error }) => (
      <span className="block min-w-40 wrap-anywhere">{last_error ?? last_status_code ?? texts.noAnswer}</span>
    ),
  },
  { id: "when", title: texts.when, cell: ({ created_at }) => <DateText value={created_at} /> },
];

/** The deliveries of all endpoints. */
export function DeliveryList() {
  const { filters, change, clear } = useFilters([
    "status",
    "endpoint_id",
    "event_id",
    "created_from",
    "created_to",
  ]);
  const pages = usePages<Delivery>("/webhooks/deliveries", "deliveries", filters);
  const count = Object.keys(filters).length;
  const actions = (
    <>
      <Button icon="refresh" busy={pages.isRefetching} onClick={() => void pages.refetch()}>
        {texts.refresh}
      </Button>
      <ReplayFailed />
    </>
  );
  return (
    <div className="flex flex-col gap-6">
      <FilterBar count={count} onClear={clear} actions={actions}>
        <SelectFilter
          label={texts.status}
          value={filters.status}
          onChange={(status) => change({ status })}
          options={statuses}
        />
        <EndpointFilter value={filters.endpoint_id} onChange={(endpoint_id) => change({ endpoint_id })} />
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
        width="widest"
        columns={columns}
        rowKey={({ id }) => id}
        rowLink={({ id }) => ({ to: "/app/events/deliveries/$id", params: { id: String(id) } })}
        onClear={count > 0 ? clear : undefined}
        empty={<NoDeliveries />}
      />
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

type EndpointFilterProps = { value: string | undefined; onChange: (id: string) => void };

function EndpointFilter({ value, onChange }: EndpointFilterProps) {
  const { data } = useResponse<{ endpoints: Endpoint[] }>("/webhooks/endpoints?limit=100");
  const options = (data?.endpoints ?? []).map(({ id, primary, url, description }) => ({
    value: String(id),
    label: primary ? texts.mainEndpoint : (description ?? url),
  }));
  return <SelectFilter label={texts.endpoint} value={value} onChange={onChange} options={options} />;
}

/** Sends all failed deliveries again, for example after an endpoint was fixed. */
function ReplayFailed() {
  const [isConfirming, setConfirming] = useState(false);
  const can = useCan();
  const replay = useChange(
    () => callOnce<{ replay: { count: number } }>("/webhooks/replay", { failed: true }),
    { invalidates: [], successMessage: ({ replay: { count } }) => texts.replayManyDone(count) },
  );
  if (!can("webhooks:write", "webhooks")) return null;
  return (
    <>
      <Button icon="refresh" onClick={() => setConfirming(true)}>
        {texts.replayMany}
      </Button>
      <ConfirmDialog
        open={isConfirming}
        onClose={() => setConfirming(false)}
        kind="primary"
        title={texts.replayManyTitle}
        confirm={texts.replay}
        onConfirm={() => replay.mutateAsync()}
      >
        {texts.replayManyBody}
      </ConfirmDialog>
    </>
  );
}
