import { useNavigate, useRouter, useRouterState } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { lazyPart } from "../data/lazy-part.tsx";
import { SessionProvider, sessionHasEnded, useSession } from "../session.tsx";
import { PageSkeleton } from "../ui/skeleton.tsx";
import { NotFoundPage } from "./problem-pages.tsx";
import { Shell } from "./shell.tsx";

// Most people see neither.
const CompanyStatusPage = lazyPart(
  async () => (await import("../onboarding/company-status-page.tsx")).CompanyStatusPage,
);
const OperatorShell = lazyPart(async () => (await import("./operator-shell.tsx")).OperatorShell);

export function DashboardFrame() {
  return (
    <SessionProvider onSignedOut={<ToSignIn />}>
      <Dashboard />
    </SessionProvider>
  );
}

/** Operators see all companies; for everyone else these pages do not exist. */
export function OperatorFrame() {
  return (
    <SessionProvider onSignedOut={<ToSignIn />}>
      <Console />
    </SessionProvider>
  );
}

const firstCredentials = "/app/start";

function Dashboard() {
  const { company, operator } = useSession();
  const here = useRouterState({ select: ({ location }) => location.pathname });
  if (!company)
    return operator ? <GoTo to="/operator" /> : <CompanyStatusPage whileLoading={<PageSkeleton />} />;
  if (company.status !== "active") return <CompanyStatusPage whileLoading={<PageSkeleton />} />;
  // The first credentials are shown once, and only to an owner, who must not miss them.
  const isFirst = company.role === "owner" && !company.credentials_shown;
  if (isFirst && here !== firstCredentials) return <GoTo to={firstCredentials} />;
  // The key resets the state of all pages when the company changes.
  return <Shell key={company.id} />;
}

function Console() {
  const { operator } = useSession();
  return operator ? <OperatorShell whileLoading={<PageSkeleton />} /> : <NotFoundPage />;
}

/** Redirects to the sign-in page, which returns to the requested page. */
function ToSignIn() {
  const navigate = useNavigate();
  const { state } = useRouter();
  // Read once, because during the redirect the current page becomes the sign-in page.
  const [requested] = useState(() => state.location.href);
  useEffect(() => {
    const search = { to: requested, ...(sessionHasEnded() && { ended: "1" }) };
    void navigate({ to: "/sign-in", search, replace: true });
  }, [navigate, requested]);
  return <PageSkeleton />;
}

function GoTo({ to }: { to: "/operator" | typeof firstCredentials }) {
  const navigate = useNavigate();
  useEffect(() => void navigate({ to, replace: true }), [navigate, to]);
  return <PageSkeleton />;
}
