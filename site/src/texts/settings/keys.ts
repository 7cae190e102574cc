/** How long an old secret stays valid, in seconds. */
export const overlaps = [
  { value: "0", label: "Stop accepting it now" },
  { value: "3600", label: "1 hour" },
  { value: "86400", label: "1 day" },
  { value: "604800", label: "7 days" },
] as const;

export const texts = {
  title: "API keys",
  intro:
    "Your systems use a key to call the API. Create one for each system, with only the scopes that it needs.",
  notAllowedTitle: "You cannot manage API keys",
  notAllowed: (role: string) =>
    `Your role (${role}) does not include API keys. Ask an owner of the company to create a key or to change your role.`,
  create: "Create key",
  empty: "No API keys yet",
  emptyBody: "A key consists of an App ID and a secret. Create one to call the API from your systems.",
  name: "Name",
  nameHint: "Which system uses the key, such as “Web shop”.",
  rename: "Rename",
  renamed: "The key was renamed.",
  active: "Active",
  revoked: "Revoked",
  overlapping: "Old secret still works",
  created: "Created",
  lastUsed: "Last used",
  neverUsed: "Never used",
  rotated: "Secret changed",
  oldSecretUntil: "The old secret works until",
  oldSecretOpen:
    "The old secret keeps working until the new one is first used, and for the overlap after that.",
  scopes: "Scopes",
  scopesHint: "Grant only what the system needs. You can change this at any time.",
  purpose: "What may this key do?",
  purposeMissing: "Choose what the key may do.",
  presets: {
    sell: {
      title: "Sell and get paid",
      description: "Manage customers, products, sales, invoices and payment links. No settings.",
    },
    read: { title: "Read only", description: "Read all records and events. Change nothing." },
    all: {
      title: "Everything",
      description: "All scopes, including webhooks, the portal and e-invoicing settings. Moves money.",
    },
    custom: { title: "Choose scopes", description: "Select each scope yourself." },
  },
  includes: "Scopes:",
  notYours: (scopes: string) =>
    `Your role does not include ${scopes}, so you cannot grant it to a key. Ask an owner of the company.`,
  rotateNotYours: (scopes: string) =>
    `Only an owner can create a new secret for this key, because it has ${scopes}, which your role does not include. You can remove scopes or revoke the key.`,
  noScopes: "This key has no scopes: it can only verify itself with /ping. Add scopes before you use it.",
  all: "All",
  none: "None",
  readOnly: "Read only",
  unusedTitle: "Scopes not used for a month",
  unused: (scopes: string) =>
    `${scopes}. If you do not need them, remove them, so that a leaked key can do less.`,
  unusedMark: "not used for a month",
  editScopes: "Change scopes",
  saveScopes: "Save scopes",
  scopesSaved: "Scopes updated. They take effect immediately.",
  rotate: "New secret",
  rotation: {
    title: "Create a new secret?",
    intro:
      "The new secret is shown once. Store it where your system reads it. The old secret keeps working until the new one is first used, and then for the time below.",
    overlap: "Keep accepting the old secret for",
    overlaps,
    confirm: "Create new secret",
  },
  revoke: "Revoke",
  revokeTitle: (name: string) => `Revoke ${name}?`,
  revokeBody:
    "Requests with this key are rejected from now on. This cannot be undone, but you can create a new key.",
  revokeConfirm: "Revoke key",
  revokedToast: "The key was revoked.",
  createTitle: "Create an API key",
  createConfirm: "Create key",
  secretTitle: "Store the secret now",
  secretBody: "It is shown only once. If you lose it, create a new secret.",
  appId: "App ID",
  secret: "Secret",
  stored: "I have stored the secret",
  done: "Done",
  showRevoked: (count: number) => (count === 1 ? "Show 1 revoked key" : `Show ${count} revoked keys`),
} as const;
