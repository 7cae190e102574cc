import { useState } from "react";
import { lazyPart } from "../data/lazy-part.tsx";
import { texts } from "../texts/notifications.ts";
import { Icon } from "../ui/icon.tsx";
import { useNotifications } from "./notifications.ts";

const NotificationPanel = lazyPart(async () => (await import("./panel.tsx")).NotificationPanel);

/** The service returns no more, so there may be more. */
const shownMax = 20;

/** Opens the notifications, and counts those that are unread. */
export function Bell() {
  const { data } = useNotifications();
  const [isOpen, setOpen] = useState(false);
  const unread = data?.unread_count ?? 0;
  return (
    <>
      <button
        type="button"
        aria-label={texts.bell(unread)}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={() => void NotificationPanel.preload()}
        onClick={() => setOpen(true)}
        className="relative flex size-11 items-center justify-center rounded-control text-muted hover:bg-sunken hover:text-foreground"
      >
        <Icon name="bell" />
        {unread > 0 && (
          <span
            aria-hidden="true"
            className="absolute start-5 top-0 min-w-4.5 whitespace-nowrap rounded-full bg-accent-strong px-1 text-center text-xs leading-4.5 font-semibold text-on-accent"
          >
            {unread === data?.notifications.length && unread >= shownMax ? `${unread}+` : unread}
          </span>
        )}
      </button>
      {isOpen && <NotificationPanel onClose={() => setOpen(false)} />}
    </>
  );
}
