import { useSearch } from "@tanstack/react-router";
import { ApiFailure, call } from "../data/api.ts";
import { useSend } from "../data/use-send.ts";
import { refreshSession } from "../session.tsx";
import { texts } from "../texts/auth.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { ErrorNote } from "../ui/error-note.tsx";
import { AuthLayout } from "./auth-layout.tsx";

/** The target of the link that is sent to a new address. Mail servers open links too, so a button confirms it. */
export function ConfirmEmailPage() {
  const { token } = useSearch({ from: "/confirm-email" });
  const confirm = useSend({
    mutationFn: () => call<{ email: string }>("POST", "/app/account/email/confirm", { token }),
    onSuccess: refreshSession,
  });
  const own = texts.confirmEmail;
  const toApp = (
    <ButtonLink kind="primary" to="/app">
      {own.toApp}
    </ButtonLink>
  );
  const isStale = confirm.error instanceof ApiFailure && confirm.error.code === "confirmation_invalid";
  if (!token || isStale) {
    return (
      <AuthLayout title={own.failedTitle} intro={own.failed}>
        {toApp}
      </AuthLayout>
    );
  }
  if (confirm.isSuccess) {
    return (
      <AuthLayout title={own.doneTitle} intro={own.done(confirm.data.email)}>
        {toApp}
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title={own.title} intro={own.intro}>
      {confirm.isError && <ErrorNote error={confirm.error} />}
      <Button kind="primary" busy={confirm.isPending} onClick={() => confirm.mutate()}>
        {own.submit}
      </Button>
    </AuthLayout>
  );
}
