import { Logo } from "../shell/logo.tsx";
import { texts } from "../texts/not-found.ts";
import { AnchorButton } from "./anchor-button.tsx";

/** For addresses that do not exist. */
export function NotFoundPage() {
  return (
    <main className="mx-auto flex max-w-lg flex-col items-start gap-4 px-6 py-16">
      <a href="/" className="no-underline">
        <Logo />
      </a>
      <h1 className="mt-6 font-display text-3xl font-semibold">{texts.title}</h1>
      <p className="text-muted">{texts.description}</p>
      <div className="mt-2 flex flex-wrap gap-3">
        <AnchorButton kind="primary" href="/">
          {texts.home}
        </AnchorButton>
        <AnchorButton href="/app">{texts.dashboard}</AnchorButton>
        <AnchorButton href="/docs">{texts.docs}</AnchorButton>
      </div>
    </main>
  );
}
