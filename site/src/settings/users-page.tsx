import { useState } from "react";
import { type Mail, UndeliveredMails } from "../dashboard/undelivered-mails.tsx";
import { call } from "../data/api.ts";
import { useChange } from "../data/use-change.ts";
import { useResponse } from "../data/use-response.ts";
import { type Role, useSession } from "../session.tsx";
import { roleTexts } from "../texts/roles.ts";
import { texts } from "../texts/settings/users.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { ConfirmDialog } from "../ui/dialog.tsx";
import { EmailText } from "../ui/email-text.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Page } from "../ui/page.tsx";
import { type Column, Table } from "../ui/table.tsx";
import { DateText } from "../ui/values.tsx";
import { InviteDialog, RoleDialog } from "./user-dialogs.tsx";

export type User = {
  id: number;
  name: string;
  email: string;
  role: Role;
  two_factor: boolean;
  last_seen_at: string | null;
};

type Invitation = { id: number; email: string; role: Role; created_at: string; expires_at: string };
type UsersResponse = { users: User[]; invitations: Invitation[] };

export function UsersPage() {
  const response = useResponse<UsersResponse>("/users");
  const mails = useResponse<{ mails: Mail[] }>("/user_mails?limit=100");
  const [isInviting, setInviting] = useState(false);
  const invite = (
    <Button kind="primary" icon="plus" onClick={() => setInviting(true)}>
      {texts.invite}
    </Button>
  );
  return (
    <Page title={texts.title} intro={texts.intro} actions={invite}>
      <Loaded response={response}>
        {({ users, invitations }) => (
          <>
            <Users users={users} />
            {users.length === 1 && invitations.length === 0 && <p className="text-muted">{texts.alone}</p>}
            {invitations.length > 0 && <Invitations invitations={invitations} />}
            <UndeliveredMails mails={mails.data?.mails ?? []} />
          </>
        )}
      </Loaded>
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </Page>
  );
}

function Users({ users }: { users: readonly User[] }) {
  const { user: self } = useSession();
  const [changing, setChanging] = useState<User>();
  const [removing, setRemoving] = useState<User>();
  const remove = useChange((id: number) => call("DELETE", `/users/${id}`), {
    invalidates: ["/users"],
    successMessage: texts.removed,
  });
  return (
    <>
      <Table
        caption={texts.title}
        width="widest"
        columns={columnsFor(self.id)}
        rows={users}
        rowKey={({ id }) => id}
        rowActions={(user) => (
          <>
            {!isOnlyOwner(users, user) && (
              <Button kind="quiet" size="small" onClick={() => setChanging(user)}>
                {texts.changeRole}
              </Button>
            )}
            {!isOnlyOwner(users, user) && (
              <Button kind="quiet" size="small" onClick={() => setRemoving(user)}>
                {texts.remove}
              </Button>
            )}
          </>
        )}
      />
      {changing && <RoleDialog user={changing} onClose={() => setChanging(undefined)} />}
      <ConfirmDialog
        open={removing !== undefined}
        onClose={() => setRemoving(undefined)}
        title={texts.removeTitle(removing?.name ?? "")}
        confirm={texts.removeConfirm}
        onConfirm={() => remove.mutateAsync(removing?.id ?? 0)}
      >
        {texts.removeBody}
      </ConfirmDialog>
    </>
  );
}

/** A company keeps at least one owner, so the only one can neither be removed nor get another role. */
const isOnlyOwner = (users: readonly User[], { role }: User) =>
  role === "owner" && users.filter((user) => user.role === "owner").length === 1;

const columnsFor = (self: number): readonly Column<User>[] => [
  {
    id: "name",
    title: texts.name,
    cell: ({ id, name, email }) => (
      <>
        <span className="font-semibold">{name}</span> {id === self && <Badge>{texts.you}</Badge>}
        <span className="block text-sm font-normal text-muted">
          <EmailText email={email} />
        </span>
      </>
    ),
  },
  { id: "role", title: texts.role, cell: ({ role }) => roleTexts[role].title },
  {
    id: "second",
    title: texts.second,
    cell: ({ two_factor }) => (
      <Badge tone={two_factor ? "good" : "neutral"}>{two_factor ? texts.secondOn : texts.secondOff}</Badge>
    ),
  },
  { id: "seen", title: texts.lastSeen, cell: ({ last_seen_at }) => <DateText value={last_seen_at} /> },
];

function Invitations({ invitations }: { invitations: readonly Invitation[] }) {
  const [ending, setEnding] = useState<Invitation>();
  const withdraw = useChange((id: number) => call("DELETE", `/invitations/${id}`), {
    invalidates: ["/users"],
    successMessage: texts.withdrawn,
  });
  return (
    <section className="flex flex-col gap-4">
      <h2 className="font-display text-xl font-semibold">{texts.invitations}</h2>
      <Table
        caption={texts.invitations}
        width="widest"
        columns={invitationColumns}
        rows={invitations}
        rowKey={({ id }) => id}
        rowActions={(invitation) => (
          <Button kind="quiet" size="small" onClick={() => setEnding(invitation)}>
            {texts.withdraw}
          </Button>
        )}
      />
      <ConfirmDialog
        open={ending !== undefined}
        onClose={() => setEnding(undefined)}
        title={texts.withdrawTitle(ending?.email ?? "")}
        confirm={texts.withdrawConfirm}
        onConfirm={() => withdraw.mutateAsync(ending?.id ?? 0)}
      >
        {texts.withdrawBody}
      </ConfirmDialog>
    </section>
  );
}

const invitationColumns: readonly Column<Invitation>[] = [
  {
    id: "email",
    title: texts.email,
    cell: ({ email }) => <EmailText email={email} />,
  },
  { id: "role", title: texts.role, cell: ({ role }) => roleTexts[role].title },
  { id: "sent", title: texts.invited, cell: ({ created_at }) => <DateText value={created_at} /> },
  { id: "expires", title: texts.expires, cell: ({ expires_at }) => <DateText value={expires_at} /> },
];
