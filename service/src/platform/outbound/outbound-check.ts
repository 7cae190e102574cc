/**
 * An outside party that we call on behalf of a company. `check` changes nothing, and throws if our credentials are
 * rejected.
 */
export type OutboundCheck = { companyId: number; title: string; address: string; check: () => Promise<void> };
