import type { Frame, Page } from '../frame.ts';
import type { Words } from '../words/en.ts';
import { Footer } from './footer.tsx';
import { FOOTER_LINKS, HEADER_LINKS } from './navigation.ts';
import { Head } from './head.tsx';
import { LanguageOffer } from './language-offer.tsx';

/** The common frame of all pages. It has no inline scripts or styles, so the strictest policy can apply. */
export function Shell({ page, frame, words }: { page: Page; frame: Frame; words: Words }) {
  return (
    <html lang={frame.language}>
      <Head page={page} frame={frame} />
      <body>
        <a className="skip" href="#main">
          {words.shell.skip}
        </a>
        <header className="top">
          <a className="brand" href="/">
            <img src="/icon.svg" alt="" width="28" height="28" /> {frame.serviceName}
          </a>
          <nav aria-label={words.shell.navigation}>
            <ul>
              {HEADER_LINKS.map(({ href, text }) => (
                <li key={href}>
                  <a href={href} aria-current={isCurrent(href, frame.path) ? 'page' : undefined}>
                    {words.nav[text]}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        </header>
        <LanguageOffer frame={frame} />
        <main id="main" className={page.wide ? 'wide' : undefined} lang={page.bodyLanguage}>
          {page.bodyLanguage !== undefined && words.shell.notTranslated !== null && (
            <p className="meta screen" lang={frame.language}>
              {words.shell.notTranslated}
            </p>
          )}
          {page.body}
        </main>
        <Footer links={FOOTER_LINKS} frame={frame} words={words} />
        {/* Filled by scripts with text for screen readers, without moving the focus. */}
        <div id="announcer" role="status" className="unseen" />
      </body>
    </html>
  );
}

function isCurrent(href: string, path: string): boolean {
  return path === href || path.startsWith(`${href}/`);
}
