import { Dialog } from "@base-ui/react/dialog";
import { useNavigate } from "@tanstack/react-router";
import { useContext } from "react";
import { call } from "../data/api.ts";
import { useChange } from "../data/use-change.ts";
import { goTo } from "../palette/hits.ts";
import { texts } from "../texts/notifications.ts";
import { texts as uiTexts } from "../texts/ui.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Icon } from "../ui/icon.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { DateText, RegionContext } from "../ui/values.tsx";
import { type Notification, notificationsPath, useNotifications } from "./notifications.ts";
import { sentenceOf } from "./sentences.ts";

type Position = { event: number; import: number; delivery: number };

/** Everything up to these notifications. */
const positionOf = (read: readonly Notification[]): Position => ({
  event: Math.max(0, ...read.map(({ event }) => event ?? 0)),
  import: Math.max(0, ...read.map((each) => each.import ?? 0)),
  delivery: Math.max(0, ...read.map(({ delivery }) => delivery ?? 0)),
});

// Two endpoints may fail in the same millisecond.
const keyOf = (each: Notification) => [each.event, each.import, each.delivery, each.endpoint_id].join(" ");

/** The latest notifications: a panel at the side, or the whole screen of a phone. */
export function NotificationPanel({ onClose }: { onClose: () => void }) {
  const response = useNotifications();
  const navigate = useNavigate();
  const markRead = useChange((position: Position) => call("POST", "/notifications/read", position), {
    invalidates: [notificationsPath],
  });
  const unread = response.data?.notifications.filter(({ unread }) => unread) ?? [];
  const go = (address: Parameters<typeof goTo>[1]) => {
    onClose();
    goTo(navigate, address);
  };
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-backdrop" />
        <Dialog.Popup className="fixed inset-y-0 end-0 z-50 flex w-full flex-col border-line bg-raised shadow-lift outline-none sm:w-md sm:border-s">
          <div className="flex items-center gap-2 border-b border-line px-5 py-3">
            <Dialog.Title className="flex-1 font-display text-xl font-semibold">{texts.title}</Dialog.Title>
            <IconButton
              icon="settings"
              label={texts.preferences}
              onClick={() => go({ to: "/app/settings/account" })}
            />
            <Dialog.Close render={<IconButton icon="close" label={uiTexts.close} />} />
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto">
            <Loaded response={response}>
              {({ notifications }) =>
                notifications.length === 0 ? (
                  <EmptyState icon="bell" title={texts.none}>
                    {texts.noneHint}
                  </EmptyState>
                ) : (
                  <ul>
                    {notifications.map((notification) => (
                      <Entry
                        key={keyOf(notification)}
                        notification={notification}
                        onOpen={(address) => {
                          if (notification.unread) markRead.mutate(positionOf([notification]));
                          go(address);
                        }}
                      />
                    ))}
                  </ul>
                )
              }
            </Loaded>
          </div>
          {unread.length > 0 && (
            <div className="border-t border-line px-5 py-3">
              <Button
                className="w-full"
                icon="check"
                busy={markRead.isPending}
                onClick={() => markRead.mutate(positionOf(unread))}
              >
                {texts.readAll}
              </Button>
            </div>
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

const tones = { good: "bg-tint text-accent", bad: "bg-bad-tint text-bad", neutral: "bg-sunken text-muted" };

type EntryProps = { notification: Notification; onOpen: (address: Parameters<typeof goTo>[1]) => void };

function Entry({ notification, onOpen }: EntryProps) {
  const { text, detail, icon, tone, address } = sentenceOf(notification, useContext(RegionContext));
  return (
    <li className="border-b border-line">
      <button
        type="button"
        onClick={() => onOpen(address)}
        className="flex w-full items-start gap-3 px-5 py-3.5 text-start hover:bg-sunken"
      >
        <span
          className={`mt-0.5 flex size-9 shrink-0 items-center justify-center rounded-full ${tones[tone]}`}
        >
          <Icon name={icon} />
        </span>
        <span className="min-w-0 flex-1">
          <span className={notification.unread ? "font-semibold" : ""}>{text}</span>
          {detail && <span className="block text-sm break-words text-muted">{detail}</span>}
          <span className="block text-sm text-muted">
            <DateText value={notification.created_at} />
          </span>
        </span>
        {notification.unread && (
          <span className="mt-2 size-2.5 shrink-0 rounded-full bg-accent">
            <span className="sr-only">{texts.unread}</span>
          </span>
        )}
      </button>
    </li>
  );
}
