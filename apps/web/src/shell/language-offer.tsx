import type { Frame } from '../frame.ts';
import { wordsIn } from '../words/words.ts';

/** Asks, in the language itself, visitors whose browser prefers another one. Either answer is remembered. */
export function LanguageOffer({ frame }: { frame: Frame }) {
  if (frame.offered === null) return null;
  const [theirs, ours] = [wordsIn(frame.offered).shell, wordsIn(frame.language).shell];
  return (
    <nav className="offer screen" lang={frame.offered} aria-label={theirs.language}>
      {theirs.offer}{' '}
      <a href={frame.inLanguage(frame.offered)} hrefLang={frame.offered}>
        {theirs.readHere}
      </a>{' '}
      <a href={frame.inLanguage(frame.language)} hrefLang={frame.language} lang={frame.language}>
        {ours.stay}
      </a>
    </nav>
  );
}
