import { useState } from "react";
import { call, callOnce } from "../data/api.ts";
import { useChange } from "../data/use-change.ts";
import type { Role } from "../session.tsx";
import { roleTexts } from "../texts/roles.ts";
import { texts } from "../texts/settings/users.ts";
import { texts as uiTexts } from "../texts/ui.ts";
import { Dialog, DialogActions } from "../ui/dialog.tsx";
import { fieldErrors } from "../ui/error-note.tsx";
import { Field, FieldGroup } from "../ui/field.tsx";
import { Form } from "../ui/form.tsx";
import { Radio, TextInput } from "../ui/inputs.tsx";
import type { User } from "./users-page.tsx";

const roles = Object.keys(roleTexts) as Role[];
const formId = "user-form";

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<Role>("viewer");
  const invite = useChange(() => callOnce("/users", { email: email.trim(), role }), {
    invalidates: ["/users"],
    successMessage: texts.sent,
    onDone: onClose,
  });
  const errors = fieldErrors(invite.error);
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.inviteTitle}
      description={texts.inviteBody}
      actions={
        <DialogActions
          confirm={texts.inviteConfirm}
          form={formId}
          busy={invite.isPending}
          onClose={onClose}
        />
      }
    >
      <Form id={formId} onSubmit={() => invite.mutate()} error={invite.error}>
        <Field label={texts.email} error={errors.email}>
          <TextInput type="email" required autoComplete="off" value={email} onChange={setEmail} />
        </Field>
        <RolePicker chosen={role} onChange={setRole} error={errors.role} />
      </Form>
    </Dialog>
  );
}

export function RoleDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const [role, setRole] = useState(user.role);
  const save = useChange(() => call("PATCH", `/users/${user.id}`, { role }), {
    invalidates: ["/users"],
    successMessage: texts.roleSaved,
    onDone: onClose,
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.changeRole}
      description={user.name}
      actions={<DialogActions confirm={uiTexts.save} form={formId} busy={save.isPending} onClose={onClose} />}
    >
      <Form id={formId} onSubmit={() => save.mutate()} error={save.error}>
        <RolePicker chosen={role} onChange={setRole} error={fieldErrors(save.error).role} />
      </Form>
    </Dialog>
  );
}

type RolePickerProps = { chosen: Role; onChange: (role: Role) => void; error: string | undefined };

function RolePicker({ chosen, onChange, error }: RolePickerProps) {
  return (
    <FieldGroup label={texts.role} error={error}>
      {roles.map((role) => (
        <Radio
          key={role}
          name="role"
          label={roleTexts[role].title}
          hint={roleTexts[role].description}
          checked={role === chosen}
          onChange={() => onChange(role)}
        />
      ))}
    </FieldGroup>
  );
}
