import { useState } from "react";
import { useCompany } from "../session.tsx";
import { Checklist } from "./checklist.tsx";
import { FirstCredentials } from "./first-credentials.tsx";

/** The owner's first page after approval: the credentials, once. Afterwards, and for all others, the next steps. */
export function StartPage() {
  const { role, credentials_shown } = useCompany();
  // Once created, the session says that they were shown, but they are still on the page.
  const [isFirst, setFirst] = useState(role === "owner" && !credentials_shown);
  if (isFirst) return <FirstCredentials onLeave={() => setFirst(false)} />;
  return <Checklist />;
}
