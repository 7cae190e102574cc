import { useMutation } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { ApiFailure, call } from "../api.ts";
import { texts } from "../texts/auth.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Form } from "../ui/form.tsx";
import { PasswordInput } from "../ui/inputs.tsx";
import { AuthLayout } from "./auth-layout.tsx";

export function ResetPage() {
  const { token, error } = useSearch({ from: "/reset" });
  const [newPassword, setNewPassword] = useState("");
  const reset = useMutation({
    mutationFn: () => call("POST", "/app/auth/reset-password", { newPassword, token }),
  });
  const isStale = reset.error instanceof ApiFailure && reset.error.code === "INVALID_TOKEN";
  if (error || !token || isStale) return <Stale />;
  if (reset.isSuccess)
    return (
      <AuthLayout title={texts.reset.doneTitle} intro={texts.reset.done}>
        <ButtonLink kind="primary" to="/sign-in">
          {texts.signIn.submit}
        </ButtonLink>
      </AuthLayout>
    );
  return (
    <AuthLayout title={texts.reset.title} intro={texts.reset.intro}>
      <Form onSubmit={() => reset.mutate()} error={reset.error}>
        <Field label={texts.newPassword} hint={texts.passwordHint}>
          <PasswordInput
            required
            minLength={10}
            maxLength={200}
            autoComplete="new-password"
            value={newPassword}
            onChange={setNewPassword}
          />
        </Field>
        <Button type="submit" kind="primary" busy={reset.isPending}>
          {texts.reset.submit}
        </Button>
      </Form>
    </AuthLayout>
  );
}

function Stale() {
  return (
    <AuthLayout title={texts.reset.failedTitle} intro={texts.reset.failed}>
      <ButtonLink kind="primary" to="/forgot">
        {texts.reset.again}
      </ButtonLink>
    </AuthLayout>
  );
}
