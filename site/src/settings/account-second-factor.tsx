import { useState } from "react";
import { call } from "../data/api.ts";
import { useChange } from "../data/use-change.ts";
import { refreshSession, useSession } from "../session.tsx";
import { texts } from "../texts/settings/account.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogActions } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Form } from "../ui/form.tsx";
import { PasswordInput } from "../ui/inputs.tsx";
import { Card } from "../ui/page.tsx";
import { SecondFactorSetup } from "./second-factor-setup.tsx";

export function SecondFactorCard() {
  const { user } = useSession();
  const [dialog, setDialog] = useState<"enable" | "disable">();
  const close = () => setDialog(undefined);
  return (
    <Card
      title={texts.second}
      intro={texts.secondIntro}
      actions={
        <Badge tone={user.two_factor ? "good" : "neutral"}>{user.two_factor ? texts.on : texts.off}</Badge>
      }
    >
      {user.two_factor ? (
        <Button onClick={() => setDialog("disable")}>{texts.disable}</Button>
      ) : (
        <Button kind="primary" onClick={() => setDialog("enable")}>
          {texts.enable}
        </Button>
      )}
      {dialog === "enable" && <SecondFactorSetup onClose={close} />}
      {dialog === "disable" && <DisableDialog onClose={close} />}
    </Card>
  );
}

const formId = "second-factor-off";

function DisableDialog({ onClose }: { onClose: () => void }) {
  const [password, setPassword] = useState("");
  const disable = useChange(() => call("POST", "/app/auth/two-factor/disable", { password }), {
    invalidates: [],
    successMessage: texts.disabled,
    onDone: () => {
      refreshSession();
      onClose();
    },
  });
  const actions = (
    <DialogActions
      confirm={texts.disableConfirm}
      kind="danger"
      form={formId}
      busy={disable.isPending}
      onClose={onClose}
    />
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.disableTitle}
      description={texts.disableBody}
      actions={actions}
    >
      <Form id={formId} onSubmit={() => disable.mutate()} error={disable.error}>
        <Field label={texts.current} hint={texts.confirmPassword}>
          <PasswordInput required autoComplete="current-password" value={password} onChange={setPassword} />
        </Field>
      </Form>
    </Dialog>
  );
}
