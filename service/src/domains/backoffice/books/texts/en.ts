/** Every text of the mails with checkpoints. */
export const texts = {
  subject: (company: string, sequence: number) => `${company}: checkpoint of the books at event ${sequence}`,
  what: (sequence: number) =>
    `This checkpoint is a signed hash of all events of your books, up to event ${sequence}.`,
  keep: "Keep this email, or save the text below in a file of its own, such as checkpoint.json. As long as you have it, nobody can change these events without your noticing, not even the operator of the service.",
  use: (command: string) =>
    `To use it, export the books (GET /books/export) at any later time and run: ${command}. It fails if the export contradicts this checkpoint.`,
  chosen: (company: string) =>
    `An owner of ${company} chose these emails under Settings, Company. Owners can end them there.`,
};
