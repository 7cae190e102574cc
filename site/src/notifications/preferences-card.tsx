import { call } from "../data/api.ts";
import { useChange } from "../data/use-change.ts";
import { texts } from "../texts/notifications.ts";
import { Checkbox } from "../ui/inputs.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Card } from "../ui/page.tsx";
import { type NotificationKind, notificationsPath, useNotifications } from "./notifications.ts";

/** What this person is notified of in this company; a change is saved at once. */
export function NotificationPreferencesCard() {
  const response = useNotifications();
  const save = useChange(
    (kinds: NotificationKind[]) => call("POST", "/notifications/preferences", { kinds }),
    { invalidates: [notificationsPath], successMessage: texts.card.saved },
  );
  return (
    <Card title={texts.card.title} intro={texts.card.intro}>
      <Loaded response={response}>
        {({ available, kinds: stored }) => {
          const kinds = save.isPending ? save.variables : stored;
          return (
            <div className="flex flex-col gap-4">
              {available.map((kind) => (
                <Checkbox
                  key={kind}
                  label={texts.card.kinds[kind]}
                  hint={texts.card.hints[kind]}
                  checked={kinds.includes(kind)}
                  onChange={(isChosen) =>
                    save.mutate(
                      available.filter((other) => (other === kind ? isChosen : kinds.includes(other))),
                    )
                  }
                />
              ))}
            </div>
          );
        }}
      </Loaded>
    </Card>
  );
}
