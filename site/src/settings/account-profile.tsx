import { useState } from "react";
import { call } from "../data/api.ts";
import { useChange } from "../data/use-change.ts";
import { refreshSession, useSession } from "../session.tsx";
import { texts } from "../texts/settings/account.ts";
import { texts as uiTexts } from "../texts/ui.ts";
import { Button } from "../ui/button.tsx";
import { fieldErrors } from "../ui/error-note.tsx";
import { Field } from "../ui/field.tsx";
import { Form } from "../ui/form.tsx";
import { TextInput } from "../ui/inputs.tsx";
import { Card } from "../ui/page.tsx";

/** A person's own name and address. A new address takes effect once its owner follows the link sent to it. */
export function ProfileCard() {
  const { user } = useSession();
  return (
    <Card title={texts.you}>
      <div className="grid gap-6 lg:grid-cols-2">
        <NameForm name={user.name} />
        <EmailForm email={user.email} />
      </div>
    </Card>
  );
}

function NameForm({ name: stored }: { name: string }) {
  const [name, setName] = useState(stored);
  const save = useChange(() => call("POST", "/app/account/name", { name: name.trim() }), {
    invalidates: ["/users"],
    successMessage: texts.nameSaved,
    onDone: refreshSession,
  });
  return (
    <Form onSubmit={() => save.mutate()} error={save.error}>
      <Field label={texts.name} hint={texts.nameHint} error={fieldErrors(save.error).name}>
        <TextInput required maxLength={200} autoComplete="name" value={name} onChange={setName} />
      </Field>
      <div>
        <Button type="submit" busy={save.isPending} disabled={name.trim() === stored}>
          {uiTexts.save}
        </Button>
      </div>
    </Form>
  );
}

function EmailForm({ email: stored }: { email: string }) {
  const [email, setEmail] = useState(stored);
  const [sentTo, setSentTo] = useState<string>();
  const address = email.trim();
  const request = useChange(() => call("POST", "/app/account/email", { email: address }), {
    invalidates: [],
    onDone: () => setSentTo(address),
  });
  return (
    <Form onSubmit={() => request.mutate()} error={request.error}>
      <Field label={texts.email} hint={texts.emailHint} error={fieldErrors(request.error).email}>
        <TextInput
          type="email"
          required
          maxLength={254}
          autoComplete="email"
          value={email}
          onChange={setEmail}
        />
      </Field>
      <div className="flex flex-col items-start gap-3">
        <Button
          type="submit"
          busy={request.isPending}
          disabled={address.toLowerCase() === stored || address === sentTo}
        >
          {texts.changeEmail}
        </Button>
        {sentTo && <p role="status">{texts.emailSent(sentTo)}</p>}
      </div>
    </Form>
  );
}
