/** Texts about unsaved changes, which every form may need. */
export const texts = {
  title: "Discard your changes?",
  body: "Your changes have not been saved. If you leave now, they are lost.",
  leave: "Discard changes",
  restored: (time: string) => `We restored your unsaved changes from ${time}.`,
  outdated: (time: string) =>
    `You have unsaved changes from ${time}, but this record has been changed since then.`,
  restore: "Restore my changes",
  discard: "Discard",
} as const;
