import { useState } from "react";
import { eventTypes } from "../../../service/src/contract/event-types.ts";
import type { Endpoint } from "../dashboard/records.ts";
import { call, callOnce } from "../data/api.ts";
import { useChange } from "../data/use-change.ts";
import { texts } from "../texts/settings/webhooks.ts";
import { texts as uiTexts } from "../texts/ui.ts";
import { Dialog, DialogActions } from "../ui/dialog.tsx";
import { fieldErrors } from "../ui/error-note.tsx";
import { Field, FieldGroup } from "../ui/field.tsx";
import { Form } from "../ui/form.tsx";
import { Checkbox, Radio, TextInput } from "../ui/inputs.tsx";
import { type NewSecret, RotateSecretDialog } from "./secret-dialog.tsx";

type SavedEndpoint = { endpoint: Endpoint; webhook_secret?: string };
const invalidates = ["/webhooks", "/checklist"];
const formId = "endpoint-form";

const secretOf = (secret: string): NewSecret => ({
  values: [{ name: "BILLFOLD_WEBHOOK_SECRET", label: texts.rotate.label, value: secret }],
});

type EndpointDialogProps = {
  /** Undefined to add a new one. */
  endpoint: Endpoint | undefined;
  onClose: () => void;
  onSecret: (created: NewSecret) => void;
};

export function EndpointDialog({ endpoint, onClose, onSecret }: EndpointDialogProps) {
  const [url, setUrl] = useState(endpoint && !endpoint.default_url ? endpoint.url : "");
  const [description, setDescription] = useState(endpoint?.description ?? "");
  const [events, setEvents] = useState(endpoint?.events ?? null);
  const save = useChange(
    () => {
      const body = { url: url.trim() || null, description: description.trim() || null, events };
      return endpoint
        ? call<SavedEndpoint>("PATCH", `/webhooks/endpoints/${endpoint.id}`, body)
        : callOnce<SavedEndpoint>("/webhooks/endpoints", body);
    },
    {
      invalidates,
      successMessage: texts.form.saved,
      onDone: ({ webhook_secret }) => {
        onClose();
        if (webhook_secret) onSecret(secretOf(webhook_secret));
      },
    },
  );
  const errors = fieldErrors(save.error);
  const actions = (
    <DialogActions
      confirm={endpoint ? uiTexts.save : texts.form.add}
      form={formId}
      busy={save.isPending}
      onClose={onClose}
    />
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title={endpoint ? texts.form.editTitle : texts.form.addTitle}
      actions={actions}
    >
      <Form id={formId} onSubmit={() => save.mutate()} error={save.error}>
        <Field
          label={texts.form.url}
          hint={endpoint?.primary ? `${texts.form.urlHint} ${texts.form.urlPrimaryHint}` : texts.form.urlHint}
          error={errors.url}
        >
          <TextInput
            type="url"
            required={!endpoint?.primary}
            placeholder="https://"
            value={url}
            onChange={setUrl}
          />
        </Field>
        <Field label={texts.form.description} optional error={errors.description}>
          <TextInput maxLength={200} value={description} onChange={setDescription} />
        </Field>
        <EventFilter chosen={events} onChange={setEvents} error={errors.events} />
      </Form>
    </Dialog>
  );
}

type EventFilterProps = {
  chosen: readonly string[] | null;
  onChange: (events: string[] | null) => void;
  error: string | undefined;
};

function EventFilter({ chosen, onChange, error }: EventFilterProps) {
  return (
    <FieldGroup label={texts.form.filter} error={error}>
      <Radio name="events" label={texts.form.all} checked={chosen === null} onChange={() => onChange(null)} />
      <Radio name="events" label={texts.form.some} checked={chosen !== null} onChange={() => onChange([])} />
      {chosen !== null && (
        <div className="grid gap-x-4 border-s-2 border-line ps-4 sm:grid-cols-2">
          {eventTypes.map((type) => (
            <Checkbox
              key={type}
              label={<code className="font-mono text-sm font-normal">{type}</code>}
              checked={chosen.includes(type)}
              onChange={(isChosen) =>
                onChange(eventTypes.filter((one) => (one === type ? isChosen : chosen.includes(one))))
              }
            />
          ))}
        </div>
      )}
    </FieldGroup>
  );
}

type RotateProps = { endpoint: Endpoint; onClose: () => void; onSecret: (created: NewSecret) => void };

export function RotateEndpointDialog({ endpoint, onClose, onSecret }: RotateProps) {
  return (
    <RotateSecretDialog
      texts={texts.rotate}
      rotate={(overlap_seconds) =>
        callOnce<{ webhook_secret: string }>(`/webhooks/endpoints/${endpoint.id}/rotate_secret`, {
          overlap_seconds,
        }).then(({ webhook_secret }) => secretOf(webhook_secret))
      }
      invalidates={invalidates}
      onClose={onClose}
      onSecret={onSecret}
    />
  );
}
