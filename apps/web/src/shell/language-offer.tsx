import type { Frame } from '../frame.ts';
import { wordsIn } from '../words/words.ts';

/** Offers another language, in that language, to visitors whose browser prefers it. Either choice is remembered. */
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
