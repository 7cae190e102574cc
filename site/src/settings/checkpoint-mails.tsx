import { useState } from "react";
import type Type from "typebox";
import type { CheckpointMails as Schema } from "../../../service/src/domains/backoffice/books/schema.ts";
import { call } from "../data/api.ts";
import { useChange } from "../data/use-change.ts";
import { useResponse } from "../data/use-response.ts";
import { useHasScope } from "../session.tsx";
import { texts } from "../texts/settings/company.ts";
import { texts as uiTexts } from "../texts/ui.ts";
import { Button } from "../ui/button.tsx";
import { fieldErrors } from "../ui/error-note.tsx";
import { Field } from "../ui/field.tsx";
import { Form } from "../ui/form.tsx";
import { Checkbox, TextInput } from "../ui/inputs.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Card } from "../ui/page.tsx";

type CheckpointMails = Type.Static<typeof Schema>;

export function CheckpointMailsCard() {
  const response = useResponse<{ checkpoint_mails: CheckpointMails }>("/checkpoint_mails");
  return (
    <Card title={texts.checkpoints} intro={texts.checkpointsIntro}>
      <Loaded response={response}>{({ checkpoint_mails }) => <Choice stored={checkpoint_mails} />}</Loaded>
    </Card>
  );
}

function Choice({ stored }: { stored: CheckpointMails }) {
  const mayChange = useHasScope()("site:legal");
  const [enabled, setEnabled] = useState(stored.enabled);
  const [email, setEmail] = useState(stored.email ?? "");
  const isBlocked = !mayChange || (!stored.mail_ready && !stored.enabled);
  const chosen = { enabled, email: email.trim() || null };
  const save = useChange(() => call("PATCH", "/checkpoint_mails", chosen), {
    invalidates: ["/checkpoint_mails"],
    successMessage: texts.checkpointsSaved,
  });
  return (
    <Form onSubmit={() => save.mutate()} error={save.error}>
      {!mayChange && <p className="text-muted">{texts.checkpointsReadOnly}</p>}
      {!stored.mail_ready && <p className="text-muted">{texts.checkpointsNoMail}</p>}
      <Checkbox
        label={texts.checkpointsEnabled}
        checked={enabled}
        disabled={isBlocked}
        onChange={setEnabled}
      />
      {enabled && (
        <Field
          label={texts.checkpointsEmail}
          hint={texts.checkpointsEmailHint}
          error={fieldErrors(save.error).email}
          optional
        >
          <TextInput type="email" maxLength={254} disabled={isBlocked} value={email} onChange={setEmail} />
        </Field>
      )}
      {mayChange && (
        <div>
          <Button type="submit" disabled={isBlocked} busy={save.isPending}>
            {uiTexts.save}
          </Button>
        </div>
      )}
    </Form>
  );
}
