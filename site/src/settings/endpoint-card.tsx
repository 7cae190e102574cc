import { useState } from "react";
import type { Endpoint } from "../dashboard/records.ts";
import { call, callOnce } from "../data/api.ts";
import { useChange } from "../data/use-change.ts";
import { texts } from "../texts/settings/webhooks.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { ConfirmDialog } from "../ui/dialog.tsx";
import { ErrorNote } from "../ui/error-note.tsx";
import { DateText } from "../ui/values.tsx";
import { EndpointDialog, RotateEndpointDialog } from "./endpoint-dialog.tsx";
import type { NewSecret } from "./secret-dialog.tsx";

type EndpointCardProps = { endpoint: Endpoint; mayChange: boolean; onSecret: (created: NewSecret) => void };

export function EndpointCard({ endpoint, mayChange, onSecret }: EndpointCardProps) {
  const isEnabled = endpoint.status === "enabled";
  return (
    <article aria-label={endpoint.url} className="rounded-card border border-line bg-raised p-5">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="font-semibold">
          {endpoint.primary ? texts.primary : (endpoint.description ?? texts.further)}
        </h2>
        <Badge tone={isEnabled ? "good" : "bad"}>{isEnabled ? texts.enabled : texts.disabled}</Badge>
        <span className="text-sm text-muted">
          {endpoint.events ? texts.events(endpoint.events.length) : texts.allEvents}
        </span>
      </div>
      <p className="mt-2 font-mono text-sm wrap-anywhere">{endpoint.url}</p>
      {endpoint.default_url && <p className="mt-1 text-sm text-muted">{texts.ownReceiver}</p>}
      <Problems endpoint={endpoint} />
      {mayChange && <Actions endpoint={endpoint} onSecret={onSecret} />}
    </article>
  );
}

function Problems({ endpoint }: { endpoint: Endpoint }) {
  return (
    <>
      {endpoint.disabled_reason && <p className="mt-2 text-sm text-bad">{endpoint.disabled_reason}</p>}
      {endpoint.failing_since && (
        <p className="mt-2 text-sm text-warn">
          {texts.failingSince} <DateText value={endpoint.failing_since} />
        </p>
      )}
      {endpoint.previous_secret_until && (
        <p className="mt-2 text-sm text-muted">
          {texts.oldSecretUntil} <DateText value={endpoint.previous_secret_until} />
        </p>
      )}
    </>
  );
}

type ActionsProps = { endpoint: Endpoint; onSecret: (created: NewSecret) => void };

function Actions({ endpoint, onSecret }: ActionsProps) {
  const [dialog, setDialog] = useState<"edit" | "rotate" | "remove">();
  const close = () => setDialog(undefined);
  const { test, toggle, remove } = useEndpointChanges(endpoint);
  const failure = test.error ?? toggle.error;
  return (
    <>
      {failure && <ErrorNote className="mt-4" error={failure} />}
      <div className="mt-4 flex flex-wrap gap-2 border-t border-line pt-4">
        <Button size="small" icon="send" busy={test.isPending} onClick={() => test.mutate()}>
          {texts.test}
        </Button>
        <Button size="small" icon="edit" onClick={() => setDialog("edit")}>
          {endpoint.default_url ? texts.setAddress : texts.change}
        </Button>
        <Button size="small" icon="key" onClick={() => setDialog("rotate")}>
          {texts.secret}
        </Button>
        <Button size="small" busy={toggle.isPending} onClick={() => toggle.mutate()}>
          {endpoint.status === "enabled" ? texts.disable : texts.enable}
        </Button>
        {!endpoint.primary && (
          <Button size="small" icon="trash" onClick={() => setDialog("remove")}>
            {texts.remove}
          </Button>
        )}
      </div>
      {dialog === "edit" && <EndpointDialog endpoint={endpoint} onClose={close} onSecret={onSecret} />}
      {dialog === "rotate" && (
        <RotateEndpointDialog endpoint={endpoint} onClose={close} onSecret={onSecret} />
      )}
      <ConfirmDialog
        open={dialog === "remove"}
        onClose={close}
        title={texts.removeTitle(endpoint.url)}
        confirm={texts.removeConfirm}
        onConfirm={() => remove.mutateAsync()}
      >
        {texts.removeBody}
      </ConfirmDialog>
    </>
  );
}

function useEndpointChanges({ id, status }: Endpoint) {
  const address = `/webhooks/endpoints/${id}`;
  const isEnabled = status === "enabled";
  return {
    test: useChange(() => callOnce("/webhooks/test", { endpoint_id: id }), {
      invalidates: ["/webhooks/deliveries"],
      successMessage: texts.testSent,
    }),
    toggle: useChange(() => call("PATCH", address, { status: isEnabled ? "disabled" : "enabled" }), {
      invalidates: ["/webhooks"],
      successMessage: isEnabled ? texts.disabledToast : texts.enabledToast,
    }),
    remove: useChange(() => call("DELETE", address), {
      invalidates: ["/webhooks"],
      successMessage: texts.removedToast,
    }),
  };
}
