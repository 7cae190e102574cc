/** Whether the question who somebody is stands above all other dialogs, which then stay as they are. */
let isOpen = false;

export const isStepUpOpen = (): boolean => isOpen;

export function setStepUpOpen(now: boolean): void {
  isOpen = now;
}
