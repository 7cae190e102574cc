import { useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { ApiFailure, call } from "../data/api.ts";
import { useSend } from "../data/use-send.ts";
import { texts } from "../texts/auth.ts";
import { ButtonLink } from "../ui/button.tsx";
import { AuthLayout } from "./auth-layout.tsx";
import { PasswordChosen, PasswordForm } from "./password-form.tsx";

export function ResetPage() {
  const { token, error } = useSearch({ from: "/reset" });
  const [newPassword, setNewPassword] = useState("");
  const reset = useSend({
    mutationFn: () => call("POST", "/app/auth/reset-password", { newPassword, token }),
  });
  const isStale = reset.error instanceof ApiFailure && reset.error.code === "INVALID_TOKEN";
  if (error || !token || isStale) return <Stale />;
  if (reset.isSuccess) return <PasswordChosen title={texts.reset.doneTitle} intro={texts.reset.done} />;
  return (
    <PasswordForm
      title={texts.reset.title}
      intro={texts.reset.intro}
      password={newPassword}
      onPassword={setNewPassword}
      submit={texts.reset.submit}
      sending={reset}
    />
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
