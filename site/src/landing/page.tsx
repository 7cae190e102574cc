import { Logo } from "../shell/logo.tsx";
import { texts } from "../texts/landing.ts";
import { ButtonAnchor, ButtonLink } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { useTitle } from "../ui/page.tsx";
import { SampleInvoice } from "./sample-invoice.tsx";

const documentation = "/docs";

export function LandingPage() {
  useTitle(texts.title);
  return (
    <>
      <header className="mx-auto flex max-w-6xl items-center justify-between gap-4 px-5 py-4 sm:px-8">
        <Logo />
        <nav aria-label="Billfold" className="flex items-center gap-2">
          <ButtonAnchor kind="quiet" href={documentation} className="hidden sm:inline-flex">
            {texts.docs}
          </ButtonAnchor>
          <ButtonLink to="/sign-in">{texts.signIn}</ButtonLink>
        </nav>
      </header>
      <main className="mx-auto max-w-6xl px-5 sm:px-8">
        <section className="grid items-center gap-12 py-12 lg:grid-cols-[1.1fr_1fr] lg:py-20">
          <div className="flex flex-col gap-6">
            <h1 className="font-display text-4xl leading-[1.1] font-semibold tracking-tight text-balance sm:text-5xl lg:text-6xl">
              {texts.headline.map((line) => (
                <span key={line} className="block">
                  {line}{" "}
                </span>
              ))}
            </h1>
            <p className="max-w-prose text-lg text-muted">{texts.intro}</p>
            <div className="flex flex-wrap gap-3">
              <ButtonLink kind="primary" to="/register">
                {texts.register}
              </ButtonLink>
              <ButtonLink to="/sign-in">{texts.signIn}</ButtonLink>
            </div>
          </div>
          <SampleInvoice />
        </section>
        <section className="grid gap-x-12 gap-y-8 border-t border-line py-12 sm:grid-cols-2">
          {texts.points.map(({ icon, title, description }) => (
            <div key={title} className="flex gap-4">
              <span className="mt-1 text-accent">
                <Icon name={icon} className="size-6" />
              </span>
              <div>
                <h2 className="text-lg font-semibold">{title}</h2>
                <p className="text-muted">{description}</p>
              </div>
            </div>
          ))}
        </section>
        <section className="mb-16 flex flex-wrap items-center justify-between gap-6 rounded-card bg-tint p-6 sm:p-10">
          <div className="max-w-xl">
            <h2 className="font-display text-2xl font-semibold">{texts.developers}</h2>
            <p className="mt-1">{texts.developersBody}</p>
          </div>
          <ButtonAnchor href={documentation} icon="right">
            {texts.openDocs}
          </ButtonAnchor>
        </section>
      </main>
    </>
  );
}
