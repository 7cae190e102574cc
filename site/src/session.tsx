import { useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext } from "react";
import type { Language } from "../../service/src/contract/languages.ts";
import { ApiFailure, call, setIdentity, signInAgain } from "./data/api.ts";
import { setCookie } from "./data/cookie.ts";
import { chooseCompany, companyCookie, companyStorageKey } from "./data/linked-company.ts";
import { queryClient, sessionKey } from "./data/query-client.ts";
import { forgetAllUnsaved } from "./data/unsaved-storage.ts";
import { adoptLanguage } from "./shell/language.ts";
import { ErrorNote } from "./ui/error-note.tsx";
import { PageSkeleton } from "./ui/skeleton.tsx";

export type Role = "owner" | "accountant" | "developer" | "viewer";

export type Membership = { company_id: number; name: string; status: string; role: Role };

/** The current company. `scopes` are those of the role: pages hide everything else, and the service refuses it. */
export type SessionCompany = {
  id: number;
  name: string;
  status: "pending" | "active" | "suspended" | "refused";
  role: Role;
  currency: string;
  time_zone: string;
  country: string | null;
  scopes: string[];
  disabled_features: string[];
  credentials_shown: boolean;
  /** Why it was refused or suspended. */
  reason?: string | null;
};

export type Session = {
  user: { id: number; name: string; email: string; two_factor: boolean; language: Language | null };
  csrf_token: string;
  operator: boolean;
  memberships: Membership[];
  company: SessionCompany | null;
  environment: "sandbox" | "staging" | "production";
  /** A restored or deactivated database: it can be read, but nothing is changed or sent. */
  inactive_copy: boolean;
  /** How to reach the operator; null where that is not set. */
  support: { email: string | null; url: string | null };
  base_url: string;
  site_url: string;
  /** Identifies this session in the list of sessions. */
  session_id?: string;
};

/** Null when nobody is signed in. */
export const sessionQuery = {
  queryKey: sessionKey,
  queryFn: readSession,
  staleTime: 60_000,
};

async function readSession(): Promise<Session | null> {
  const chosen = Number(localStorage.getItem(companyStorageKey)) || undefined;
  const given = takeGivenSession();
  if (given === null || (given && (chosen === undefined || given.company?.id === chosen)))
    return given && applySession(given);
  try {
    return applySession(await requestSession(chosen));
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    if (error.status === 401) return (await signInAgain()) ? readSession() : endSession();
    // The user is no longer a member of the stored company, so the service chooses another.
    if (error.status !== 404 || chosen === undefined) throw error;
    localStorage.removeItem(companyStorageKey);
    setCookie(companyCookie, undefined);
    return applySession(await requestSession(undefined));
  }
}

/** The service writes the session into the page that it sends; it is used once, and later ones are requested. */
function takeGivenSession(): Session | null | undefined {
  const element = document.getElementById("session");
  element?.remove();
  return element ? (JSON.parse(element.textContent ?? "") as Session | null) : undefined;
}

/** Whether a session ended while the site was in use, which the sign-in page then says. */
let hasEnded = false;
export const sessionHasEnded = (): boolean => hasEnded;

function endSession(): null {
  hasEnded ||= queryClient.getQueryData<Session | null>(sessionKey) != null;
  return null;
}

function requestSession(companyId: number | undefined): Promise<Session> {
  setIdentity({ companyId });
  return call<Session>("GET", "/app/session");
}

function applySession(session: Session): Session {
  adoptLanguage(session.user.language);
  setIdentity({ csrfToken: session.csrf_token, companyId: session.company?.id });
  return session;
}

const SessionContext = createContext<Session | undefined>(undefined);

/** Provides the session to pages that require one; otherwise renders `onSignedOut`. */
export function SessionProvider({ children, onSignedOut }: { children: ReactNode; onSignedOut: ReactNode }) {
  const { data, error, refetch } = useQuery(sessionQuery);
  if (data) return <SessionContext value={data}>{children}</SessionContext>;
  if (data === null) return onSignedOut;
  if (error) return <ErrorNote className="m-6" error={error} onRetry={() => void refetch()} />;
  return <PageSkeleton />;
}

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error("useSession needs a SessionProvider above it");
  return session;
}

/** For pages in the shell, which always have a company. */
export function useCompany(): SessionCompany {
  const { company } = useSession();
  if (!company) throw new Error("useCompany is only available in the shell, which requires a company");
  return company;
}

/** Whether the user's role has a scope: `useHasScope()("invoices:write")`. */
export function useHasScope(): (scope: string) => boolean {
  const { company } = useSession();
  return (scope) => company?.scopes.includes(scope) ?? false;
}

/** Whether the user's role has the scope and the company's plan includes the feature. */
export function useCan(): (scope: string, feature?: string) => boolean {
  const hasScope = useHasScope();
  const { disabled_features } = useCompany();
  return (scope, feature) => hasScope(scope) && !(feature && disabled_features.includes(feature));
}

export function useSwitchCompany(): (companyId: number) => Promise<void> {
  const client = useQueryClient();
  return async (companyId) => {
    chooseCompany(companyId);
    // Data of one company must never be shown under the name of another.
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] });
    await client.refetchQueries({ queryKey: sessionKey });
  };
}

export async function signOut(): Promise<void> {
  // Requests that are still in progress are refused from now on, which must not ask anybody to sign in again.
  setIdentity({ csrfToken: undefined });
  await call("POST", "/app/auth/sign-out", {});
  forgetAllUnsaved();
  clearSession();
}

/** A new password, second factor or company profile changes the session, and with it the CSRF token. */
export function refreshSession(): void {
  void queryClient.invalidateQueries({ queryKey: sessionKey });
}

/** After signing in or out, all cached data is invalid. */
export function clearSession(): void {
  hasEnded = false;
  setIdentity({ csrfToken: undefined, companyId: undefined });
  queryClient.clear();
}
