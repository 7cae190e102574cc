import { useRouterState } from "@tanstack/react-router";
import { useState } from "react";
import { lazyPart } from "../data/lazy-part.tsx";
import { useSession } from "../session.tsx";
import { texts } from "../texts/help.ts";
import { Icon } from "../ui/icon.tsx";
import { Menu, type MenuItem } from "../ui/menu.tsx";
import { guideOf } from "./guides.ts";
import { addressOf } from "./help-links.tsx";
import { isNewsUnread, markNewsRead } from "./news.ts";

const WhatsNewDialog = lazyPart(async () => (await import("./whats-new-dialog.tsx")).WhatsNewDialog);

type Props = { compact?: boolean; onShortcuts: () => void };

/** Guides, shortcuts, news and the operator's support address. */
export function HelpMenu({ compact = false, onShortcuts }: Props) {
  const { support } = useSession();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const [isUnread, setUnread] = useState(isNewsUnread);
  const [isNewsOpen, setNewsOpen] = useState(false);
  const guide = guideOf(path);
  const openNews = () => {
    markNewsRead();
    setUnread(false);
    setNewsOpen(true);
  };
  const links: MenuItem[] = [
    {
      label: texts.guide(texts.guideNames[guide]),
      icon: "external",
      onSelect: () => visit(`/docs/${guide}`),
    },
    { label: texts.guides, icon: "external", onSelect: () => visit("/docs") },
    { label: texts.reference, icon: "external", onSelect: () => visit("/docs/reference") },
  ];
  const own: MenuItem[] = [
    { label: isUnread ? <Unread text={texts.whatsNew} /> : texts.whatsNew, icon: "sun", onSelect: openNews },
    { label: texts.shortcuts, icon: "info", onSelect: onShortcuts },
  ];
  const contact: MenuItem[] = [
    ...(support.url
      ? [{ label: texts.support, icon: "external" as const, onSelect: () => visit(support.url!) }]
      : []),
    ...(support.email
      ? [{ label: addressOf(support.email), icon: "send" as const, onSelect: () => mailTo(support.email!) }]
      : []),
  ];
  return (
    <>
      <Menu
        align={compact ? "end" : "start"}
        groups={[links, own, contact]}
        trigger={
          <button
            type="button"
            aria-label={isUnread ? `${texts.help}: ${texts.whatsNewUnread}` : texts.help}
            className="relative flex min-h-11 min-w-11 items-center justify-center gap-3 rounded-control px-2.5 font-medium text-muted hover:bg-sunken hover:text-foreground"
          >
            <Icon name="help" />
            {isUnread && <span className="absolute end-1.5 top-2 size-2 rounded-full bg-accent" />}
          </button>
        }
      />
      {isNewsOpen && <WhatsNewDialog onClose={() => setNewsOpen(false)} />}
    </>
  );
}

function Unread({ text }: { text: string }) {
  return (
    <span className="flex items-center gap-2">
      {text}
      <span className="size-2 rounded-full bg-accent" />
    </span>
  );
}

const visit = (address: string) => void window.open(address, "_blank", "noopener");

const mailTo = (email: string) => location.assign(`mailto:${addressOf(email)}`);
