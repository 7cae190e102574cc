import { useState } from "react";
import { call } from "../data/api.ts";
import { texts } from "../texts/settings/webhooks.ts";
import { statusName } from "../texts/statuses.ts";
import { StatusBadge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorNote } from "../ui/error-note.tsx";
import { Field } from "../ui/field.tsx";
import { Select } from "../ui/inputs.tsx";
import { Pager, usePages } from "../ui/pager.tsx";
import { ListSkeleton } from "../ui/skeleton.tsx";
import { type Column, Table } from "../ui/table.tsx";
import { toast, toastError } from "../ui/toast.tsx";
import { useChange } from "../ui/use-change.ts";
import { DateText } from "../ui/values.tsx";
import { type Delivery, DeliveryDialog } from "./delivery-dialog.tsx";
import type { Endpoint } from "./endpoint-card.tsx";

const statuses = ["pending", "succeeded", "failed"];

export function DeliveryLog({
  endpoints,
  mayReplay,
}: {
  endpoints: readonly Endpoint[];
  mayReplay: boolean;
}) {
  const [endpoint, setEndpoint] = useState("");
  const [status, setStatus] = useState("");
  const [opened, setOpened] = useState<number>();
  const pages = usePages<Delivery>("/webhooks/deliveries", "deliveries", { endpoint_id: endpoint, status });
  const replay = useChange((id: number) => call("POST", `/webhooks/deliveries/${id}/replay`), {
    stale: ["/webhooks/deliveries"],
    onDone: () => toast(texts.log.replayed),
  });
  const again = (id: number) => replay.mutate(id, { onError: toastError });
  return (
    <section className="flex flex-col gap-4">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h2 className="font-display text-xl font-semibold">{texts.log.title}</h2>
          <p className="text-muted">{texts.log.intro}</p>
        </div>
        <div className="flex flex-wrap items-end gap-3">
          <Field label={texts.log.endpoint} className="w-56">
            <Select value={endpoint} onChange={setEndpoint} options={endpointOptions(endpoints)} />
          </Field>
          <Field label={texts.log.status} className="w-40">
            <Select value={status} onChange={setStatus} options={statusOptions} />
          </Field>
          <Button icon="refresh" busy={pages.isRefetching} onClick={() => void pages.refetch()}>
            {texts.log.refresh}
          </Button>
        </div>
      </div>
      {pages.error && !pages.rows && <ErrorNote error={pages.error} onRetry={() => void pages.refetch()} />}
      {!pages.rows && !pages.error && <ListSkeleton />}
      {pages.rows?.length === 0 && (
        <EmptyState icon="send" title={texts.log.emptyTitle}>
          {texts.log.empty}
        </EmptyState>
      )}
      {pages.rows && pages.rows.length > 0 && (
        <Table
          caption={texts.log.title}
          width="wide"
          columns={columns}
          rows={pages.rows}
          rowKey={({ id }) => id}
          rowActions={({ id, status: state }) => (
            <>
              <Button kind="quiet" size="small" onClick={() => setOpened(id)}>
                {texts.log.details}
              </Button>
              {mayReplay && state !== "pending" && (
                <Button kind="quiet" size="small" onClick={() => again(id)}>
                  {texts.log.replay}
                </Button>
              )}
            </>
          )}
        />
      )}
      <Pager pages={pages} />
      {opened !== undefined && <DeliveryDialog id={opened} onClose={() => setOpened(undefined)} />}
    </section>
  );
}

const columns: readonly Column<Delivery>[] = [
  {
    id: "event",
    title: texts.log.event,
    cell: ({ event_type, created_at }) => (
      <>
        <code className="font-mono text-sm">{event_type}</code>
        <span className="block text-sm font-normal text-muted">
          <DateText value={created_at} />
        </span>
      </>
    ),
  },
  {
    id: "status",
    title: texts.log.status,
    cell: ({ status }) => <StatusBadge status={status} />,
    onPhone: "aside",
  },
  { id: "attempts", title: texts.log.attempts, cell: ({ attempt_count }) => attempt_count, align: "right" },
  {
    id: "answer",
    title: texts.log.answer,
    cell: ({ last_status_code, last_attempt_at }) =>
      last_status_code ?? (last_attempt_at ? texts.log.noAnswer : "–"),
  },
];

const statusOptions = [
  { value: "", label: texts.log.everyStatus },
  ...statuses.map((value) => ({ value, label: statusName(value) })),
];

const endpointOptions = (endpoints: readonly Endpoint[]) => [
  { value: "", label: texts.log.everyEndpoint },
  ...endpoints.map(({ id, primary, url, description }) => ({
    value: String(id),
    label: primary ? texts.primary : (description ?? url),
  })),
];
