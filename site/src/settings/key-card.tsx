import { useState } from "react";
import type { ApiKey } from "../dashboard/records.ts";
import { useHasScope } from "../session.tsx";
import { scopeTexts } from "../texts/scopes.ts";
import { texts } from "../texts/settings/keys.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-field.tsx";
import { Icon } from "../ui/icon.tsx";
import { DateText } from "../ui/values.tsx";
import {
  keyName,
  LimitsDialog,
  RenameKeyDialog,
  RevokeKeyDialog,
  RotateKeyDialog,
  ScopesDialog,
} from "./key-dialogs.tsx";
import type { NewSecret } from "./secret-dialog.tsx";

type OpenDialog = "rename" | "limits" | "scopes" | "rotate" | "revoke" | undefined;

export function KeyCard({ apiKey, onSecret }: { apiKey: ApiKey; onSecret: (created: NewSecret) => void }) {
  const [dialog, setDialog] = useState<OpenDialog>();
  const close = () => setDialog(undefined);
  const isRevoked = apiKey.revoked_at !== null;
  const hasScope = useHasScope();
  const beyond = apiKey.scopes.filter((scope) => !hasScope(scope));
  return (
    <article aria-label={keyName(apiKey)} className="rounded-card border border-line bg-raised p-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="flex min-w-0 flex-wrap items-center gap-3">
          <div className="min-w-0">
            {apiKey.name && <h2 className="text-lg font-semibold wrap-anywhere">{apiKey.name}</h2>}
            <AppId isHeading={!apiKey.name}>{apiKey.app_id}</AppId>
          </div>
          <KeyState apiKey={apiKey} />
          {apiKey.previous_secret_valid && !isRevoked && <Badge tone="warn">{texts.overlapping}</Badge>}
        </div>
        {!isRevoked && <CopyButton label={texts.appId} value={apiKey.app_id} />}
      </div>
      <Times apiKey={apiKey} />
      <Limits apiKey={apiKey} />
      <Scopes scopes={apiKey.scopes} />
      {!isRevoked && apiKey.unused_scopes.length > 0 && <Unused scopes={apiKey.unused_scopes} />}
      {!isRevoked && (
        <div className="mt-4 flex flex-wrap gap-2 border-t border-line pt-4">
          <Button size="small" icon="edit" onClick={() => setDialog("scopes")}>
            {texts.editScopes}
          </Button>
          <Button size="small" icon="edit" onClick={() => setDialog("rename")}>
            {texts.rename}
          </Button>
          <Button size="small" icon="edit" onClick={() => setDialog("limits")}>
            {texts.limits}
          </Button>
          {beyond.length === 0 && (
            <Button size="small" icon="refresh" onClick={() => setDialog("rotate")}>
              {texts.rotate}
            </Button>
          )}
          <Button size="small" icon="trash" onClick={() => setDialog("revoke")}>
            {texts.revoke}
          </Button>
          {beyond.length > 0 && (
            <p className="w-full text-sm text-muted">{texts.rotateNotYours(beyond.join(", "))}</p>
          )}
        </div>
      )}
      {dialog === "rename" && <RenameKeyDialog apiKey={apiKey} onClose={close} />}
      {dialog === "limits" && <LimitsDialog apiKey={apiKey} onClose={close} />}
      {dialog === "scopes" && <ScopesDialog apiKey={apiKey} onClose={close} />}
      {dialog === "rotate" && <RotateKeyDialog apiKey={apiKey} onClose={close} onSecret={onSecret} />}
      <RevokeKeyDialog open={dialog === "revoke"} apiKey={apiKey} onClose={close} />
    </article>
  );
}

function KeyState({ apiKey: { revoked_at, expires_at } }: { apiKey: ApiKey }) {
  if (revoked_at !== null) return <Badge tone="neutral">{texts.revoked}</Badge>;
  if (isPast(expires_at)) return <Badge tone="warn">{texts.expired}</Badge>;
  return <Badge tone="good">{texts.active}</Badge>;
}

const isPast = (expiresAt: string | null) => expiresAt !== null && Date.parse(expiresAt) <= Date.now();

function Limits({ apiKey: { allowed_ips, expires_at, post_rate, strict } }: { apiKey: ApiKey }) {
  if (allowed_ips.length === 0 && !expires_at && post_rate === null && !strict) return null;
  return (
    <p className="mt-1 flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
      {expires_at && (
        <span className={isPast(expires_at) ? "text-warn" : undefined}>
          {isPast(expires_at) ? texts.expired : texts.expires} <DateText value={expires_at} />
        </span>
      )}
      {allowed_ips.length > 0 && (
        <span className="wrap-anywhere">{texts.onlyFrom(allowed_ips.join(", "))}</span>
      )}
      {post_rate !== null && <span>{texts.perSecond(post_rate)}</span>}
      {strict && <span>{texts.strict}</span>}
    </p>
  );
}

function AppId({ isHeading, children }: { isHeading: boolean; children: string }) {
  const Element = isHeading ? "h2" : "p";
  return (
    <Element className={`font-mono break-all ${isHeading ? "font-semibold" : "text-sm text-muted"}`}>
      {children}
    </Element>
  );
}

function Times({ apiKey }: { apiKey: ApiKey }) {
  return (
    <p className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
      <span>
        {texts.created} <DateText value={apiKey.created_at} />
      </span>
      <span>
        {apiKey.last_used_at ? `${texts.lastUsed} ` : ""}
        <DateText value={apiKey.last_used_at} none={texts.neverUsed} />
      </span>
      {apiKey.rotated_at && (
        <span>
          {texts.rotated} <DateText value={apiKey.rotated_at} />
        </span>
      )}
      {apiKey.previous_secret_valid && (
        <span className="text-warn">
          {apiKey.previous_secret_until ? `${texts.oldSecretUntil} ` : texts.oldSecretOpen}
          {apiKey.previous_secret_until && <DateText value={apiKey.previous_secret_until} />}
        </span>
      )}
    </p>
  );
}

function Scopes({ scopes }: { scopes: readonly string[] }) {
  if (scopes.length === 0) return <p className="mt-3 text-sm text-warn">{texts.noScopes}</p>;
  return (
    <ul aria-label={texts.scopes} className="mt-3 flex flex-wrap gap-1.5">
      {scopes.map((scope) => (
        <li
          key={scope}
          className="rounded bg-sunken px-2 py-0.5 text-sm"
          title={scopeTexts[scope]?.description}
        >
          {scope}
        </li>
      ))}
    </ul>
  );
}

function Unused({ scopes }: { scopes: readonly string[] }) {
  return (
    <div className="mt-4 flex gap-3 rounded-control bg-note-tint p-3 text-sm text-note">
      <Icon name="info" />
      <p>
        <strong className="font-semibold">{texts.unusedTitle}: </strong>
        {texts.unused(scopes.join(", "))}
      </p>
    </div>
  );
}
