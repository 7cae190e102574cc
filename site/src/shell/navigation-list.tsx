import { Link } from "@tanstack/react-router";
import { useResponse } from "../data/use-response.ts";
import { useHasScope, useSession } from "../session.tsx";
import { texts } from "../texts/shell.ts";
import { Icon } from "../ui/icon.tsx";
import { navigationItems } from "./navigation.ts";

/** The pages that this person may see. */
export function useVisibleNavigation() {
  const hasScope = useHasScope();
  const isSetUp = useIsSetUp(hasScope("site:keys"));
  const { company } = useSession();
  return navigationItems.filter(
    ({ name, scope, feature }) =>
      (!scope || hasScope(scope)) &&
      !(feature && company?.disabled_features.includes(feature)) &&
      !(name === "start" && isSetUp),
  );
}

const checklistStaleMs = 5 * 60_000;

/** "Getting started" is hidden once all steps are done, and until that is known, so that the navigation does not jump. */
function useIsSetUp(isAsked: boolean): boolean {
  const { data } = useResponse<{ steps: { done: boolean }[] }>("/checklist", {
    staleTime: checklistStaleMs,
    enabled: isAsked,
  });
  return data?.steps.every(({ done }) => done) ?? true;
}

export function NavigationList({ onGo }: { onGo?: () => void }) {
  return (
    <ul className="flex flex-col gap-0.5">
      {useVisibleNavigation().map(({ name, to, icon }) => (
        <li key={name}>
          <Link
            to={to}
            activeOptions={{ exact: to === "/app", includeSearch: false }}
            onClick={onGo}
            className="flex min-h-10 items-center gap-3 rounded-control px-3 leading-tight font-medium text-muted no-underline hover:bg-sunken hover:text-foreground data-[status=active]:bg-tint data-[status=active]:text-accent"
          >
            <Icon name={icon} />
            {texts.pages[name]}
          </Link>
        </li>
      ))}
    </ul>
  );
}
