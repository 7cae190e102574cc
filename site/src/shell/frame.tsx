import { Navigate, useRouterState } from "@tanstack/react-router";
import { StandingPage } from "../onboarding/standing-page.tsx";
import { SessionProvider, useSession } from "../session.tsx";
import { OperatorShell } from "./operator-shell.tsx";
import { NotFoundPage } from "./problem-pages.tsx";
import { Shell } from "./shell.tsx";

export function DeskFrame() {
  return (
    <SessionProvider onSignedOut={<ToSignIn />}>
      <Desk />
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

function Desk() {
  const { company, operator } = useSession();
  const here = useRouterState({ select: ({ location }) => location.pathname });
  if (!company) return operator ? <Navigate to="/operator" replace /> : <StandingPage />;
  if (company.status !== "active") return <StandingPage />;
  // They are shown once, and only to an owner: nobody should come past them by chance.
  const isFirst = company.role === "owner" && !company.credentials_shown;
  if (isFirst && here !== firstCredentials) return <Navigate to={firstCredentials} replace />;
  // Nothing that one company's page remembers goes over to another's.
  return <Shell key={company.id} />;
}

function Console() {
  const { operator } = useSession();
  return operator ? <OperatorShell /> : <NotFoundPage />;
}

/** Whoever has signed in comes back to the page that was asked for. */
function ToSignIn() {
  const here = useRouterState({ select: ({ location }) => location.href });
  return <Navigate to="/sign-in" search={{ to: here }} replace />;
}
