/**
 * An outside party that we deal with for a company. `check` changes nothing, and throws where our credentials are not
 * accepted.
 */
export type OutboundCheck = { companyId: number; title: string; address: string; check: () => Promise<void> };
