/** Unsaved forms, kept in the browser so that they survive a reload or a crash. */
const prefix = "billfold.unsaved.";
const keptMs = 30 * 86_400_000;

export type Unsaved<Form> = {
  form: Form;
  /** When it was kept, in milliseconds. */
  at: number;
  /** The version of the record that was being changed. */
  version: string;
};

/** Of one person in one company: another person at the same computer must not see it. */
export const unsavedKey = (userId: number, companyId: number, name: string): string =>
  `${prefix}${userId}.${companyId}.${name}`;

export function readUnsaved<Form>(key: string): Unsaved<Form> | undefined {
  try {
    const unsaved = JSON.parse(localStorage.getItem(key) ?? "null") as Unsaved<Form> | null;
    return unsaved && Date.now() - unsaved.at < keptMs ? unsaved : undefined;
  } catch {
    return undefined;
  }
}

export function keepUnsaved<Form>(key: string, unsaved: Unsaved<Form>): void {
  try {
    localStorage.setItem(key, JSON.stringify(unsaved));
  } catch {
    // Storage may be full or switched off. The warning on leaving still protects the form.
  }
}

export function forgetUnsaved(key: string): void {
  localStorage.removeItem(key);
}

/** On signing out. */
export function forgetAllUnsaved(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key);
}
