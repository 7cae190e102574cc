/** How long the links in mails work. The mails and the pages state the same times. */
export const confirmationLinkHours = 24;
export const emailChangeLinkHours = 24;
export const resetLinkHours = 1;
export const invitationLinkDays = 7;
