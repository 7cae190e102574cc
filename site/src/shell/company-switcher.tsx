import { useNavigate } from "@tanstack/react-router";
import { useSession, useSwitchCompany } from "../session.tsx";
import { texts } from "../texts/shell.ts";
import { Icon } from "../ui/icon.tsx";
import { Menu } from "../ui/menu.tsx";

export function CompanySwitcher() {
  const { company, memberships } = useSession();
  const switchTo = useSwitchCompany();
  const navigate = useNavigate();
  if (!company) return null;
  if (memberships.length < 2)
    return (
      <p
        title={company.name}
        className="line-clamp-2 px-2 text-sm leading-tight font-semibold wrap-break-word sm:text-base"
      >
        {company.name}
      </p>
    );
  const items = memberships.map(({ company_id, name }) => ({
    label: name,
    icon: "company" as const,
    chosen: company_id === company.id,
    onSelect: () => void switchTo(company_id).then(() => navigate({ to: "/app" })),
  }));
  return (
    <Menu
      align="start"
      groups={[items]}
      trigger={
        <button
          type="button"
          aria-label={`${texts.switchCompany}: ${company.name}`}
          className="flex min-h-11 w-full max-w-full items-center gap-2 rounded-control px-2 text-start font-semibold hover:bg-sunken lg:border lg:border-line lg:px-3"
        >
          <span className="line-clamp-2 min-w-0 flex-1 text-sm leading-tight wrap-break-word sm:text-base">
            {company.name}
          </span>
          <Icon name="down" className="size-4 text-muted" />
        </button>
      }
    />
  );
}
