import { call } from "../data/api.ts";
import { useChange } from "../data/use-change.ts";
import { useChoice } from "../data/use-choice.ts";
import { texts } from "../texts/notifications.ts";
import { Loaded } from "../ui/loaded.tsx";
import { Card } from "../ui/page.tsx";
import {
  type NotificationKind,
  type NotificationList,
  notificationsPath,
  useNotifications,
} from "./notifications.ts";

type Preferences = { kinds: NotificationKind[]; mail_kinds: NotificationKind[] };

/** What this person is notified of in this company, in the dashboard and by mail; a change is saved at once. */
export function NotificationPreferencesCard() {
  const response = useNotifications();
  return (
    <Card title={texts.card.title} intro={texts.card.intro}>
      <Loaded response={response}>
        {(notifications) => <PreferencesTable notifications={notifications} />}
      </Loaded>
    </Card>
  );
}

function PreferencesTable({ notifications }: { notifications: NotificationList }) {
  const { available, mail_ready: isMailReady } = notifications;
  const save = useChange(
    (preferences: Preferences) => call("POST", "/notifications/preferences", preferences),
    { invalidates: [notificationsPath], successMessage: texts.card.saved },
  );
  const [{ kinds, mail_kinds }, choose] = useChoice<Preferences>(notifications, ({ kinds, mail_kinds }) =>
    save.mutateAsync({ kinds, mail_kinds }),
  );
  const changed = (chosen: readonly NotificationKind[], kind: NotificationKind, isChosen: boolean) =>
    available.filter((other) => (other === kind ? isChosen : chosen.includes(other)));
  return (
    <div className="flex flex-col gap-4">
      <table className="w-full border-collapse">
        <thead>
          <tr className="text-sm text-muted">
            <th scope="col" className="pb-2 text-start font-medium">
              {texts.card.kind}
            </th>
            <th scope="col" className="px-1 pb-2 text-center font-medium wrap-normal">
              {texts.card.dashboard}
            </th>
            <th scope="col" className="px-1 pb-2 text-center font-medium wrap-normal">
              {texts.card.email}
            </th>
          </tr>
        </thead>
        <tbody>
          {available.map((kind) => (
            <tr key={kind} className="border-t border-line">
              <th scope="row" className="py-3 pe-2 text-start font-medium">
                {texts.card.kinds[kind]}
                <span className="block text-sm font-normal text-muted">{texts.card.hints[kind]}</span>
              </th>
              <Choice
                label={texts.card.inDashboard(texts.card.kinds[kind])}
                checked={kinds.includes(kind)}
                onChange={(isChosen) => choose({ kinds: changed(kinds, kind, isChosen), mail_kinds })}
              />
              <Choice
                label={texts.card.byEmail(texts.card.kinds[kind])}
                checked={mail_kinds.includes(kind)}
                // What was chosen before can always be given up.
                disabled={!isMailReady && !mail_kinds.includes(kind)}
                onChange={(isChosen) => choose({ kinds, mail_kinds: changed(mail_kinds, kind, isChosen) })}
              />
            </tr>
          ))}
        </tbody>
      </table>
      <p className="text-sm text-muted">{isMailReady ? texts.card.emailHint : texts.card.noEmail}</p>
    </div>
  );
}

type ChoiceProps = {
  label: string;
  checked: boolean;
  disabled?: boolean;
  onChange: (isChosen: boolean) => void;
};

function Choice({ label, checked, disabled, onChange }: ChoiceProps) {
  return (
    <td className="px-1 align-top">
      <label className="mx-auto flex size-11 cursor-pointer items-center justify-center">
        <input
          type="checkbox"
          aria-label={label}
          checked={checked}
          disabled={disabled}
          onChange={(event) => onChange(event.target.checked)}
          className="size-5 accent-accent"
        />
      </label>
    </td>
  );
}
