/** How long an old secret stays valid, in seconds. */
export const overlaps = [
  { value: "0", label: "Not at all: it ends now" },
  { value: "3600", label: "1 hour" },
  { value: "86400", label: "1 day" },
  { value: "604800", label: "7 days" },
] as const;

export const texts = {
  title: "API keys",
  intro:
    "With a key your own systems use the API. Give each system its own, with no more scopes than it needs.",
  create: "Create a key",
  empty: "No keys yet",
  emptyBody: "A key is an App ID and a secret. Create one to call the API from your systems.",
  active: "Active",
  revoked: "Revoked",
  overlapping: "Old secret still works",
  created: "Created",
  lastUsed: "Last used",
  neverUsed: "Never used",
  rotated: "Secret changed",
  oldSecretUntil: "The old secret works until",
  oldSecretOpen: "The old secret works until the new one is used, and for the overlap after that.",
  scopes: "Scopes",
  scopesHint: "What may be done with this key. Fewer is safer.",
  notYours: (scopes: string) =>
    `Your role does not include ${scopes}, so you can't give that to a key. Ask an owner of the company.`,
  rotateNotYours: (scopes: string) =>
    `Only an owner can make a new secret for this key: it holds ${scopes}, which your role does not include. You can take scopes away or revoke the key.`,
  noScopes: "No scope is ticked: the key can verify itself with /ping, and nothing else.",
  all: "All",
  none: "None",
  readOnly: "Only reading",
  unusedTitle: "Scopes that this key has not used for a month",
  unused: (scopes: string) =>
    `${scopes}. If you do not need them, take them away: a key that leaks can then do less.`,
  unusedMark: "not used for a month",
  editScopes: "Change scopes",
  saveScopes: "Save the scopes",
  scopesSaved: "The scopes are changed. They hold from the next call on.",
  rotate: "New secret",
  rotation: {
    title: "Make a new secret?",
    intro:
      "The new secret is shown once. Put it where your systems read it. The old one goes on working until the new one is first used, and then for the time below.",
    overlap: "The old secret goes on working for",
    overlaps,
    confirm: "Make a new secret",
  },
  revoke: "Revoke",
  revokeTitle: (appId: string) => `Revoke ${appId}?`,
  revokeBody:
    "Whatever calls with this key is refused from now on, within a second. This can't be undone; you would create a new key.",
  revokeConfirm: "Revoke the key",
  revokedToast: "The key is revoked.",
  createTitle: "Create a key",
  createConfirm: "Create the key",
  secretTitle: "Store the secret now",
  secretBody: "It is shown only here. We keep no copy that could be read; if it is lost, you make a new one.",
  appId: "App ID",
  secret: "Secret",
  stored: "I have stored the secret",
  done: "Done",
  showRevoked: (count: number) => (count === 1 ? "Show 1 revoked key" : `Show ${count} revoked keys`),
} as const;
