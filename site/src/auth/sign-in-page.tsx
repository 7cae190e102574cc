import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { ApiFailure, call } from "../data/api.ts";
import { useSend } from "../data/use-send.ts";
import { clearSession, sessionQuery } from "../session.tsx";
import { texts } from "../texts/auth.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Form } from "../ui/form.tsx";
import { PasswordInput, TextInput } from "../ui/inputs.tsx";
import { AuthLayout } from "./auth-layout.tsx";
import { Unconfirmed } from "./confirmation-mail.tsx";
import { returnPath } from "./return-path.ts";
import { SecondStep } from "./second-step.tsx";

export function SignInPage() {
  const { to, ended } = useSearch({ from: "/sign-in" });
  const navigate = useNavigate();
  const { data: session } = useQuery(sessionQuery);
  const [needsSecond, setNeedsSecond] = useState(false);
  useEffect(() => {
    if (session) void navigate({ href: returnPath(to), replace: true });
  }, [session, to, navigate]);
  const enter = () => {
    clearSession();
    void navigate({ href: returnPath(to), replace: true });
  };
  if (needsSecond) return <SecondStep onEntered={enter} onStartOver={() => setNeedsSecond(false)} />;
  return <FirstStep hasEnded={ended !== undefined} onEntered={enter} onSecond={() => setNeedsSecond(true)} />;
}

type FirstStepProps = { hasEnded: boolean; onEntered: () => void; onSecond: () => void };

function FirstStep({ hasEnded, onEntered, onSecond }: FirstStepProps) {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const signIn = useSend({
    mutationFn: () =>
      call<{ twoFactorRedirect?: boolean }>("POST", "/app/auth/sign-in/email", {
        email: email.trim(),
        password,
      }),
    onSuccess: ({ twoFactorRedirect }) => (twoFactorRedirect ? onSecond() : onEntered()),
  });
  const mayBeUnconfirmed =
    signIn.error instanceof ApiFailure && signIn.error.code === "INVALID_EMAIL_OR_PASSWORD";
  const below = (
    <>
      {texts.signIn.newHere}{" "}
      <Link to="/register" className="font-semibold text-accent">
        {texts.signIn.register}
      </Link>
    </>
  );
  return (
    <AuthLayout title={texts.signIn.title} intro={hasEnded ? texts.signIn.ended : undefined} below={below}>
      <Form onSubmit={() => signIn.mutate()} error={signIn.error}>
        {mayBeUnconfirmed && <Unconfirmed email={email.trim()} />}
        <Field label={texts.email}>
          <TextInput type="email" autoComplete="username" required value={email} onChange={setEmail} />
        </Field>
        <Field label={texts.password}>
          <PasswordInput autoComplete="current-password" required value={password} onChange={setPassword} />
        </Field>
        <Link to="/forgot" className="-mt-3 self-start py-1 text-sm font-medium text-accent">
          {texts.signIn.forgot}
        </Link>
        <Button type="submit" kind="primary" busy={signIn.isPending}>
          {texts.signIn.submit}
        </Button>
      </Form>
    </AuthLayout>
  );
}
