const code = "55P03";

/** The transaction waited too long for what others have locked, and was rolled back. */
export const isLockTimeout = (error: unknown) => (error as { code?: unknown } | undefined)?.code === code;

export const lockTimeout = (message: string) => Object.assign(new Error(message), { code });
