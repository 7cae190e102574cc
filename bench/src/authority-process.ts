import { fork } from "node:child_process";
import { once } from "node:events";

/** A sandbox authority in its own process, which can be made to hang. */
export type RunningAuthority = {
  url: string;
  pid: number;
  hang(): Promise<void>;
  recover(): Promise<void>;
  close(): void;
};

export async function startAuthority(answerMs: number): Promise<RunningAuthority> {
  const child = fork(new URL("./slow-authority.ts", import.meta.url), [String(answerMs)]);
  const [{ url }] = (await once(child, "message")) as [{ url: string }];
  const control = async (init: RequestInit) => {
    const headers = { "content-type": "application/json" };
    const response = await fetch(`${url}/_sandbox/faults`, { ...init, headers });
    if (!response.ok) throw new Error(`the authority answered ${response.status}: ${await response.text()}`);
  };
  const silence = { match: { op: "any" }, fault: "timeout_before", times: null };
  return {
    url,
    pid: child.pid!,
    hang: () => control({ method: "POST", body: JSON.stringify(silence) }),
    recover: () => control({ method: "DELETE" }),
    close: () => child.disconnect(),
  };
}
