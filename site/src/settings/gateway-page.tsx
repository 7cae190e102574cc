import { useState } from "react";
import type { GatewayChoice } from "../../../service/src/contract/access.ts";
import { callOnce } from "../data/api.ts";
import { useChange } from "../data/use-change.ts";
import { useResponse } from "../data/use-response.ts";
import { useHasScope } from "../session.tsx";
import { texts } from "../texts/settings/gateway.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { CopyField } from "../ui/copy-field.tsx";
import { fieldErrors } from "../ui/error-note.tsx";
import { Field, FieldGroup } from "../ui/field.tsx";
import { Form } from "../ui/form.tsx";
import { PasswordInput, Radio } from "../ui/inputs.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Card, Facts, Page } from "../ui/page.tsx";
import { DateText } from "../ui/values.tsx";

type Choice = {
  name: GatewayChoice;
  needs_secret_key: boolean;
  needs_webhook_secret: boolean;
  /** The URL for the gateway's notifications, to be entered in the gateway's dashboard. */
  notification_url: string | null;
};

type Gateway = {
  choice: GatewayChoice | null;
  in_use: GatewayChoice;
  set_at: string | null;
  choices: Choice[];
};

export function GatewayPage() {
  const response = useResponse<{ gateway: Gateway }>("/gateway");
  const mayChange = useHasScope()("site:gateway");
  return (
    <Page title={texts.title} intro={texts.intro}>
      <Loaded response={response}>
        {({ gateway }) => (
          <>
            <GatewayStatus gateway={gateway} />
            {mayChange ? (
              <GatewayForm key={gateway.in_use} gateway={gateway} />
            ) : (
              <p className="text-muted">{texts.readOnly}</p>
            )}
          </>
        )}
      </Loaded>
    </Page>
  );
}

function GatewayStatus({ gateway: { in_use, choice, set_at } }: { gateway: Gateway }) {
  return (
    <Card title={texts.state}>
      <Facts
        facts={[
          [
            texts.inUse,
            <Badge key="use" tone={in_use === "none" ? "warn" : "good"}>
              {texts.choices[in_use].title}
            </Badge>,
          ],
          [texts.chosen, choice === null ? texts.notChosen : texts.yes],
          ...(set_at ? ([[texts.setAt, <DateText key="at" value={set_at} />]] as const) : []),
        ]}
      />
    </Card>
  );
}

function GatewayForm({ gateway }: { gateway: Gateway }) {
  const [name, setName] = useState<GatewayChoice>(gateway.in_use);
  const [secretKey, setSecretKey] = useState("");
  const [webhookSecret, setWebhookSecret] = useState("");
  const choice = gateway.choices.find((one) => one.name === name);
  const save = useChange(
    () =>
      callOnce<{ note?: string }>("/gateway", {
        gateway: name,
        ...(choice?.needs_secret_key && { secret_key: secretKey.trim() }),
        ...(choice?.needs_webhook_secret && { webhook_secret: webhookSecret.trim() }),
      }),
    { invalidates: ["/gateway", "/checklist"], successMessage: ({ note }) => note ?? texts.saved },
  );
  const errors = fieldErrors(save.error);
  return (
    <Card title={texts.change} intro={texts.changeIntro}>
      <Form onSubmit={() => save.mutate()} error={save.error}>
        <FieldGroup label={texts.title} error={errors.gateway}>
          {gateway.choices.map((one) => (
            <Radio
              key={one.name}
              name="gateway"
              label={texts.choices[one.name].title}
              hint={texts.choices[one.name].description}
              checked={one.name === name}
              onChange={() => setName(one.name)}
            />
          ))}
        </FieldGroup>
        {choice?.notification_url && <NotificationAddress address={choice.notification_url} />}
        {choice?.needs_secret_key && (
          <Field label={texts.secretKey} hint={keyHint(name)} error={errors.secret_key}>
            <PasswordInput required autoComplete="new-password" value={secretKey} onChange={setSecretKey} />
          </Field>
        )}
        {choice?.needs_webhook_secret && (
          <Field label={texts.webhookSecret} hint={texts.webhookSecretHint} error={errors.webhook_secret}>
            <PasswordInput
              required
              autoComplete="new-password"
              value={webhookSecret}
              onChange={setWebhookSecret}
            />
          </Field>
        )}
        <div>
          <Button type="submit" kind="primary" busy={save.isPending}>
            {texts.save}
          </Button>
        </div>
      </Form>
    </Card>
  );
}

const keyHint = (name: GatewayChoice) =>
  name === "paystack" || name === "stripe" ? texts.secretKeyHint[name] : undefined;

function NotificationAddress({ address }: { address: string }) {
  return (
    <div>
      <CopyField label={texts.callback} value={address} />
      <p className="mt-1.5 text-sm text-muted">{texts.callbackHint}</p>
    </div>
  );
}
