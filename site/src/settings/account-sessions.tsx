import { call } from "../data/api.ts";
import { useChange } from "../data/use-change.ts";
import { useResponse } from "../data/use-response.ts";
import { useSession } from "../session.tsx";
import { texts } from "../texts/settings/account.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Card } from "../ui/page.tsx";
import { toastError } from "../ui/toast.tsx";
import { DateText } from "../ui/values.tsx";
import { deviceName } from "./device-name.ts";

/** A session as better-auth returns it. */
type AccountSession = {
  id: string;
  token: string;
  createdAt: string;
  ipAddress: string | null;
  userAgent: string | null;
};

export function SessionsCard() {
  const { session_id } = useSession();
  const isThis = (id: string) => String(id) === String(session_id);
  const response = useResponse<AccountSession[]>("/app/auth/list-sessions");
  const end = useChange((token: string) => call("POST", "/app/auth/revoke-session", { token }), {
    invalidates: ["/app/auth/list-sessions"],
    successMessage: texts.ended,
  });
  return (
    <Card title={texts.sessions} intro={texts.sessionsIntro}>
      <Loaded response={response}>
        {(sessions) => (
          <ul>
            {sessions
              .toSorted((one, other) => Number(isThis(other.id)) - Number(isThis(one.id)))
              .map(({ id, token, createdAt, ipAddress, userAgent }) => (
                <li
                  key={id}
                  className="flex flex-wrap items-center justify-between gap-3 border-t border-line py-3 first:border-0"
                >
                  <div>
                    <p className="flex flex-wrap items-center gap-2 font-medium">
                      {deviceName(userAgent)} {isThis(id) && <Badge tone="good">{texts.thisOne}</Badge>}
                    </p>
                    <p className="text-sm text-muted">
                      {texts.since} <DateText value={createdAt} />
                      {ipAddress && `, ${texts.address} ${ipAddress}`}
                    </p>
                  </div>
                  {!isThis(id) && (
                    <Button size="small" onClick={() => end.mutate(token, { onError: toastError })}>
                      {texts.end}
                    </Button>
                  )}
                </li>
              ))}
          </ul>
        )}
      </Loaded>
    </Card>
  );
}
