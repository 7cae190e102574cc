import { useRouterState } from "@tanstack/react-router";
import { useSession } from "../session.tsx";
import { texts } from "../texts/help.ts";
import { Icon } from "../ui/icon.tsx";
import { guideOf } from "./guides.ts";

/** The links of the help menu, on phones, which have no room for the menu. */
export function HelpLinks() {
  const { support } = useSession();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const guide = guideOf(path);
  const links = [
    [texts.guide(texts.guideNames[guide]), `/docs/${guide}`],
    [texts.reference, "/docs/reference"],
    ...(support.url ? [[texts.support, support.url]] : []),
    ...(support.email ? [[addressOf(support.email), `mailto:${addressOf(support.email)}`]] : []),
  ] as const;
  return (
    <section className="mt-3 border-t border-line pt-3" aria-label={texts.help}>
      <ul className="flex flex-col gap-0.5">
        {links.map(([label, address]) => (
          <li key={address}>
            <a
              href={address}
              target="_blank"
              rel="noopener"
              className="flex min-h-10 items-center gap-3 rounded-control px-3 font-medium text-muted no-underline hover:bg-sunken hover:text-foreground"
            >
              <Icon name={address!.startsWith("mailto:") ? "send" : "help"} />
              {label}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** "Billfold support <help@example.com>" as an address alone. */
export const addressOf = (email: string) => /<([^<>]+)>$/.exec(email)?.[1] ?? email;
