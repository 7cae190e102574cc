import { call } from "../data/api.ts";
import { useSend } from "../data/use-send.ts";
import { texts } from "../texts/auth.ts";
import { Button } from "../ui/button.tsx";
import { ErrorNote } from "../ui/error-note.tsx";

/**
 * Shown after every failed sign-in, so that the page does not reveal whether an address is registered but
 * unconfirmed.
 */
export function Unconfirmed({ email }: { email: string }) {
  return (
    <div className="rounded-card bg-tint p-4">
      <p className="font-semibold">{texts.signIn.unconfirmedTitle}</p>
      <p className="mb-3">{texts.signIn.unconfirmed}</p>
      <SendAgain email={email} />
    </div>
  );
}

export function SendAgain({ email }: { email: string }) {
  const send = useSend({
    mutationFn: () => call("POST", "/app/auth/send-verification-email", { email }),
  });
  if (send.isSuccess) return <p role="status">{texts.signIn.sentAgain}</p>;
  return (
    <>
      <Button
        size="small"
        icon="send"
        disabled={email === ""}
        busy={send.isPending}
        onClick={() => send.mutate()}
      >
        {texts.signIn.sendAgain}
      </Button>
      {send.isError && <ErrorNote className="mt-3" error={send.error} />}
    </>
  );
}
