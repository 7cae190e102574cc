/** The pages and parts of pages that need no script, in the language of a build. */
export type StaticParts = {
  language: string;
  landing: StaticPage;
  notFound: StaticPage;
  /** Painted before the scripts arrive: the frame of the dashboard, and the one of the pages for signing in. */
  shell: string;
  entry: string;
  description: string;
  noScript: string;
  failed: string;
  again: string;
};

export type StaticPage = { title: string; description: string; body: string };
