/** Somebody whom we deal with for a company. `check` has no effect but to tell, by throwing, that we are not welcome. */
export type Contact = { companyId: number; title: string; address: string; check: () => Promise<void> };
