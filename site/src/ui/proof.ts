/** Whether the question who somebody is stands above all other dialogs, which then stay as they are. */
let isOpen = false;

export const isAskingForProof = (): boolean => isOpen;

export function askingForProof(now: boolean): void {
  isOpen = now;
}
