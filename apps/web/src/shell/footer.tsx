import type { Frame } from '../frame.ts';
import type { Words } from '../words/en.ts';
import { LANGUAGE_NAMES, LANGUAGES } from '../words/language.ts';

export function Footer(props: {
  links: ReadonlyArray<{ href: string; text: keyof Words['nav'] }>;
  frame: Frame;
  words: Words;
}) {
  const { links, frame, words } = props;
  return (
    <footer>
      <nav aria-label={words.shell.more}>
        <ul>
          {links.map(({ href, text }) => (
            <li key={href}>
              <a href={href}>{words.nav[text]}</a>
            </li>
          ))}
        </ul>
      </nav>
      <nav aria-label={words.shell.language}>
        <ul>
          {LANGUAGES.map((language) => (
            <li key={language}>
              <a
                href={frame.inLanguage(language)}
                lang={language}
                hrefLang={language}
                aria-current={language === frame.language ? 'true' : undefined}
              >
                {LANGUAGE_NAMES[language]}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </footer>
  );
}
