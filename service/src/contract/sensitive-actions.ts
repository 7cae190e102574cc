/**
 * What decides who can act for a company, who is paid and who hears of it. A person proves anew who they are before
 * such a change, if the last proof is older than ten minutes, and all owners get a mail about it. A route or an account
 * endpoint names its action here by `stepUp`, so none can be sensitive without a mail. Commands send the same mails.
 */
export const sensitiveActions = {
  "key.created": {
    did: "created an API key",
    undo: "revoke the key",
    page: "/app/settings/keys",
  },
  "key.widened": {
    did: "gave an API key more scopes",
    undo: "take the scopes away again, or revoke the key",
    page: "/app/settings/keys",
  },
  "key.rotated": {
    did: "gave an API key a new secret",
    undo: "revoke the key",
    page: "/app/settings/keys",
  },
  "gateway.set": {
    did: "changed the payment gateway",
    undo: "set your own gateway again, and look at the payments since then",
    page: "/app/settings/gateway",
  },
  "einvoicing.set": {
    did: "changed the e-invoicing integration",
    undo: "set your own credentials again",
    page: "/app/settings/einvoicing",
  },
  "einvoicing.removed": {
    did: "removed the e-invoicing integration",
    undo: "set your own credentials again",
    page: "/app/settings/einvoicing",
  },
  "user.invited": {
    did: "invited somebody",
    undo: "withdraw the invitation, or remove the person",
    page: "/app/settings/users",
  },
  "user.added": {
    did: "added somebody to the company",
    undo: "remove the person",
    page: "/app/settings/users",
  },
  "user.role_set": {
    did: "changed somebody's role",
    undo: "change the role back",
    page: "/app/settings/users",
  },
  "user.removed": {
    did: "removed somebody from the company",
    undo: "invite the person again",
    page: "/app/settings/users",
  },
  "webhook.created": {
    did: "added a webhook address",
    undo: "remove the address",
    page: "/app/settings/webhooks",
  },
  "webhook.url_set": {
    did: "changed a webhook address",
    undo: "set your own address again",
    page: "/app/settings/webhooks",
  },
  "webhook.secret_rotated": {
    did: "gave a webhook address a new secret",
    undo: "give it another one",
    page: "/app/settings/webhooks",
  },
  "second_factor.enabled": {
    did: "set up two-step verification for their own account",
    undo: "ask that person whether it was them, and remove them from the company until you know",
    page: "/app/settings/users",
  },
  "second_factor.disabled": {
    did: "turned two-step verification of their own account off",
    undo: "ask that person whether it was them, and remove them from the company until you know",
    page: "/app/settings/users",
  },
  "second_factor.reset": {
    did: "turned two-step verification of somebody's account off",
    undo: "ask that person whether they wanted it, and remove them from the company until you know",
    page: "/app/settings/users",
  },
  "second_factor.codes_made": {
    did: "made new backup codes for their own account",
    undo: "ask that person whether it was them, and remove them from the company until you know",
    page: "/app/settings/users",
  },
} as const satisfies Record<string, { did: string; undo: string; page: string }>;

export type SensitiveAction = keyof typeof sensitiveActions;
