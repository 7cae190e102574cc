/** Whether the step-up dialog is open; other dialogs must not close meanwhile. */
let isOpen = false;

export const isStepUpOpen = (): boolean => isOpen;

export function setStepUpOpen(now: boolean): void {
  isOpen = now;
}
