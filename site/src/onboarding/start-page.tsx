import { useState } from "react";
import { useCompany } from "../session.tsx";
import { Checklist } from "./checklist.tsx";
import { FirstCredentials } from "./first-credentials.tsx";

/** Shows an owner the first credentials once; afterwards, and to everyone else, the checklist. */
export function StartPage() {
  const { role, credentials_shown } = useCompany();
  // The session reports them as shown as soon as they are created, while they are still on the page.
  const [isFirst, setFirst] = useState(role === "owner" && !credentials_shown);
  if (isFirst) return <FirstCredentials onLeave={() => setFirst(false)} />;
  return <Checklist />;
}
