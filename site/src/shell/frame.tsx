import { useNavigate, useRouter, useRouterState } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { CompanyStatusPage } from "../onboarding/company-status-page.tsx";
import { SessionProvider, useSession } from "../session.tsx";
import { PageSkeleton } from "../ui/skeleton.tsx";
import { OperatorShell } from "./operator-shell.tsx";
import { NotFoundPage } from "./problem-pages.tsx";
import { Shell } from "./shell.tsx";

export function DashboardFrame() {
  return (
    <SessionProvider onSignedOut={<ToSignIn />}>
      <Dashboard />
    </SessionProvider>
  );
}

/** Who runs the service sees all companies. To everybody else these pages do not exist. */
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
  if (!company) return operator ? <GoTo to="/operator" /> : <CompanyStatusPage />;
  if (company.status !== "active") return <CompanyStatusPage />;
  // They are shown once, and only to an owner: nobody should come past them by chance.
  const isFirst = company.role === "owner" && !company.credentials_shown;
  if (isFirst && here !== firstCredentials) return <GoTo to={firstCredentials} />;
  // Nothing that one company's page remembers goes over to another's.
  return <Shell key={company.id} />;
}

function Console() {
  const { operator } = useSession();
  return operator ? <OperatorShell /> : <NotFoundPage />;
}

/** Whoever has signed in comes back to the page that was asked for. */
function ToSignIn() {
  const navigate = useNavigate();
  const { state } = useRouter();
  // Once: on the way to sign in, the page that was asked for would otherwise be the one for signing in.
  const [asked] = useState(() => state.location.href);
  useEffect(() => void navigate({ to: "/sign-in", search: { to: asked }, replace: true }), [navigate, asked]);
  return <PageSkeleton />;
}

function GoTo({ to }: { to: "/operator" | typeof firstCredentials }) {
  const navigate = useNavigate();
  useEffect(() => void navigate({ to, replace: true }), [navigate, to]);
  return <PageSkeleton />;
}
