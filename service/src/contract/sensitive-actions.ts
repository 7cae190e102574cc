/**
 * What decides who can act for a company, who is paid and who hears of it. A person proves again who they are before
 * such a change, if the last proof is older than ten minutes, and all owners get a mail about it. A route or an account
 * endpoint names its action here by `stepUp`, so none can be sensitive without a mail. Commands send the same mails. `page` is where
 * the change can be undone.
 */
export const sensitiveActions = {
  "key.created": { page: "/app/settings/keys" },
  "key.widened": { page: "/app/settings/keys" },
  "key.rotated": { page: "/app/settings/keys" },
  "gateway.set": { page: "/app/settings/gateway" },
  "bank_accounts.set": { page: "/app/settings/documents" },
  "customer.erased": { page: "/app/customers" },
  "einvoicing.set": { page: "/app/settings/einvoicing" },
  "einvoicing.removed": { page: "/app/settings/einvoicing" },
  "user.invited": { page: "/app/settings/users" },
  "user.added": { page: "/app/settings/users" },
  "user.role_set": { page: "/app/settings/users" },
  "user.removed": { page: "/app/settings/users" },
  "webhook.created": { page: "/app/settings/webhooks" },
  "webhook.url_set": { page: "/app/settings/webhooks" },
  "webhook.secret_rotated": { page: "/app/settings/webhooks" },
  "second_factor.enabled": { page: "/app/settings/users" },
  "second_factor.disabled": { page: "/app/settings/users" },
  "second_factor.reset": { page: "/app/settings/users" },
  "second_factor.codes_made": { page: "/app/settings/users" },
} as const satisfies Record<string, { page: string }>;

export type SensitiveAction = keyof typeof sensitiveActions;
