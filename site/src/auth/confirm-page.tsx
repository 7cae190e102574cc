import { useSearch } from "@tanstack/react-router";
import { texts } from "../texts/auth.ts";
import { ButtonLink } from "../ui/button.tsx";
import { AuthLayout } from "./auth-layout.tsx";

/** Where the link in the mail leads, once the service has looked at it. */
export function ConfirmPage() {
  const { error } = useSearch({ from: "/confirm" });
  return (
    <AuthLayout
      title={error ? texts.confirm.failedTitle : texts.confirm.doneTitle}
      intro={error ? texts.confirm.failed : texts.confirm.done}
    >
      <ButtonLink kind="primary" to="/sign-in">
        {texts.signIn.submit}
      </ButtonLink>
    </AuthLayout>
  );
}
