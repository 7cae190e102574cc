import { useState } from "react";
import { call } from "../data/api.ts";
import { useChange } from "../data/use-change.ts";
import { refreshSession } from "../session.tsx";
import { texts } from "../texts/settings/account.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Form } from "../ui/form.tsx";
import { PasswordInput } from "../ui/inputs.tsx";
import { Card } from "../ui/page.tsx";

export function PasswordCard() {
  const [currentPassword, setCurrent] = useState("");
  const [newPassword, setNext] = useState("");
  const change = useChange(
    () =>
      call("POST", "/app/auth/change-password", { currentPassword, newPassword, revokeOtherSessions: true }),
    {
      successMessage: texts.passwordSaved,
      invalidates: ["/app/auth/list-sessions"],
      onDone: () => {
        setCurrent("");
        setNext("");
        refreshSession();
      },
    },
  );
  return (
    <Card title={texts.password} intro={texts.passwordIntro}>
      <Form onSubmit={() => change.mutate()} error={change.error} className="max-w-md">
        <Field label={texts.current}>
          <PasswordInput
            required
            autoComplete="current-password"
            value={currentPassword}
            onChange={setCurrent}
          />
        </Field>
        <Field label={texts.next} hint={texts.nextHint}>
          <PasswordInput
            required
            minLength={10}
            maxLength={200}
            autoComplete="new-password"
            value={newPassword}
            onChange={setNext}
          />
        </Field>
        <div>
          <Button type="submit" busy={change.isPending}>
            {texts.savePassword}
          </Button>
        </div>
      </Form>
    </Card>
  );
}
