import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { call } from "../data/api.ts";
import { useSend } from "../data/use-send.ts";
import { texts } from "../texts/auth.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Form } from "../ui/form.tsx";
import { TextInput } from "../ui/inputs.tsx";
import { AuthLayout } from "./auth-layout.tsx";
import { LocalMail } from "./local-mail.tsx";

export function ForgotPage() {
  const [email, setEmail] = useState("");
  const ask = useSend({
    mutationFn: () =>
      call("POST", "/app/auth/request-password-reset", { email: email.trim(), redirectTo: "/reset" }),
  });
  const below = (
    <Link to="/sign-in" className="font-semibold text-accent">
      {texts.forgot.back}
    </Link>
  );
  if (ask.isSuccess)
    return (
      <AuthLayout title={texts.forgot.doneTitle} intro={texts.forgot.done(email.trim())} below={below}>
        <div>
          <LocalMail />
        </div>
      </AuthLayout>
    );
  return (
    <AuthLayout title={texts.forgot.title} intro={texts.forgot.intro} below={below}>
      <Form onSubmit={() => ask.mutate()} error={ask.error}>
        <Field label={texts.email}>
          <TextInput type="email" required autoComplete="username" value={email} onChange={setEmail} />
        </Field>
        <Button type="submit" kind="primary" busy={ask.isPending}>
          {texts.forgot.submit}
        </Button>
      </Form>
    </AuthLayout>
  );
}
