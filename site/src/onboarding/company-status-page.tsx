import { useQuery } from "@tanstack/react-query";
import { sessionQuery, useSession } from "../session.tsx";
import { AccountMenu } from "../shell/account-menu.tsx";
import { CompanySwitcher } from "../shell/company-switcher.tsx";
import { Logo } from "../shell/logo.tsx";
import { texts } from "../texts/onboarding.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { useTitle } from "../ui/page.tsx";

/** For users who cannot use the dashboard, because their company is pending, refused or suspended, or they have none. */
export function CompanyStatusPage() {
  const { company } = useSession();
  const { refetch, isFetching } = useQuery(sessionQuery);
  const status = !company || company.status === "active" ? "none" : company.status;
  const { title, description } = texts.companyStatus[status];
  useTitle(title);
  return (
    <>
      <header className="mx-auto flex max-w-3xl items-center justify-between px-5 py-4">
        <Logo />
        <AccountMenu compact />
      </header>
      <main className="mx-auto flex max-w-3xl flex-col gap-6 px-5 py-10">
        <CompanySwitcher />
        <h1 className="font-display text-3xl font-semibold sm:text-4xl">{title}</h1>
        <p className="max-w-prose text-lg text-muted">{description}</p>
        {company?.reason && <Reason reason={company.reason} />}
        {status === "pending" && <Steps />}
        <div className="flex flex-wrap gap-3">
          <Button kind="primary" icon="refresh" busy={isFetching} onClick={() => void refetch()}>
            {texts.companyStatus.refresh}
          </Button>
          {status === "none" && <ButtonLink to="/register">{texts.companyStatus.register}</ButtonLink>}
        </div>
      </main>
    </>
  );
}

function Reason({ reason }: { reason: string }) {
  return (
    <figure className="border-s-4 border-edge ps-4">
      <figcaption className="text-sm text-muted">{texts.companyStatus.reason}</figcaption>
      <blockquote className="text-lg">{reason}</blockquote>
    </figure>
  );
}

function Steps() {
  return (
    <ol aria-label={texts.companyStatus.progress} className="grid gap-3 sm:grid-cols-3">
      {texts.companyStatus.steps.map((step, index) => (
        <li
          key={step}
          aria-current={index === 1 ? "step" : undefined}
          className={`border-t-4 pt-3 ${index === 0 ? "border-accent" : "border-line"} ${index === 1 ? "font-semibold" : "text-muted"}`}
        >
          {step}
        </li>
      ))}
    </ol>
  );
}
