import { useState } from "react";
import { type GatewayChoice, gatewayChoices } from "../../../service/src/access.ts";
import { call } from "../api.ts";
import { useMay, useSession } from "../session.tsx";
import { texts } from "../texts/settings/gateway.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { CopyField } from "../ui/copy-field.tsx";
import { fieldErrors } from "../ui/error-note.tsx";
import { Field, FieldGroup } from "../ui/field.tsx";
import { Form } from "../ui/form.tsx";
import { PasswordInput, Radio } from "../ui/inputs.tsx";
import { Loaded, useAnswer } from "../ui/loaded.tsx";
import { Card, Facts, Page } from "../ui/page.tsx";
import { toast } from "../ui/toast.tsx";
import { useChange } from "../ui/use-change.ts";

type Gateway = {
  choice: GatewayChoice | null;
  in_use: GatewayChoice;
  configured: boolean;
  /** Where the gateway sends its notifications, if it needs to be told. */
  callback_url?: string | null;
};

export function GatewayPage() {
  const answer = useAnswer<{ gateway: Gateway }>("/gateway");
  const mayChange = useMay()("site:settings");
  return (
    <Page title={texts.title} intro={texts.intro}>
      <Loaded answer={answer}>
        {({ gateway }) => (
          <>
            <Standing gateway={gateway} />
            {mayChange ? (
              <GatewayForm key={gateway.in_use} gateway={gateway} />
            ) : (
              <p className="text-quiet">{texts.readOnly}</p>
            )}
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Standing({ gateway }: { gateway: Gateway }) {
  const { in_use, choice, callback_url } = gateway;
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
        ]}
      />
      {callback_url && (
        <div className="mt-5">
          <CopyField label={texts.callback} value={callback_url} />
          <p className="mt-1.5 text-sm text-quiet">{texts.callbackHint}</p>
        </div>
      )}
    </Card>
  );
}

function GatewayForm({ gateway }: { gateway: Gateway }) {
  const { environment } = useSession();
  const [choice, setChoice] = useState<GatewayChoice>(gateway.in_use);
  const [secretKey, setSecretKey] = useState("");
  const [webhookSecret, setWebhookSecret] = useState("");
  const needsKey = choice === "paystack" || choice === "stripe";
  const save = useChange(
    () =>
      call<{ verified?: boolean }>("POST", "/gateway", {
        gateway: choice,
        ...(needsKey && { secret_key: secretKey.trim() }),
        ...(choice === "stripe" && { webhook_secret: webhookSecret.trim() }),
      }),
    {
      stale: ["/gateway", "/checklist"],
      onDone: ({ verified }) => toast(verified === false ? texts.unverified : texts.saved),
    },
  );
  const errors = fieldErrors(save.error);
  const offered = gatewayChoices.filter((name) => name !== "sandbox" || environment !== "production");
  return (
    <Card title={texts.change} intro={texts.changeIntro}>
      <Form onSubmit={() => save.mutate()} error={save.error}>
        <FieldGroup label={texts.title} error={errors.gateway}>
          {offered.map((name) => (
            <Radio
              key={name}
              name="gateway"
              label={texts.choices[name].title}
              hint={texts.choices[name].says}
              checked={name === choice}
              onChange={() => setChoice(name)}
            />
          ))}
        </FieldGroup>
        {needsKey && (
          <Field label={texts.secretKey} hint={texts.secretKeyHint[choice]} error={errors.secret_key}>
            <PasswordInput required autoComplete="new-password" value={secretKey} onChange={setSecretKey} />
          </Field>
        )}
        {choice === "stripe" && (
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
