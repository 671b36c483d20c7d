import { Paste } from '../report/paste.tsx';
import { filled } from '../shell/filled.tsx';
import type { Words } from '../words/en.ts';

export interface Revealed {
  kind: 'key' | 'one_time' | 'compliance';
  secret: string;
  /** The buyer's address, not masked. */
  email: string;
  /** The site that it was bought for, if one was named. */
  url: string | null;
}

/** The key or token that was bought, shown only once, and the next step. */
export function Bought({ revealed, words }: { revealed: Revealed; words: Words }) {
  const { kind, secret, email, url } = revealed;
  const { bought: text, links } = words.shop;
  return (
    <>
      <p className="lead">{text.shownOnce(text.secret[kind])}</p>
      <Paste text={secret} what={text.secret[kind]} words={words} />
      {kind === 'key' ? (
        <p>
          {filled(text.use, {
            scanForm: <a href="/">{links.scanForm}</a>,
            header: <code>X-API-Key</code>,
            api: <a href="/docs">{words.nav.api}</a>,
            account: <a href="/account">{links.account}</a>,
          })}
        </p>
      ) : null}
      {kind === 'one_time' ? (
        <>
          <p>
            <a className="button" href={`/#token=${secret}`}>
              {text.run}
            </a>
          </p>
          <p className="hint">{text.goodForADay}</p>
        </>
      ) : null}
      {kind === 'compliance' && url !== null ? (
        <form action="/compliance" method="post" className="stack">
          <input type="hidden" name="token" value={secret} />
          <input type="hidden" name="url" value={url} />
          <input type="hidden" name="email" value={email} />
          <button type="submit">{text.makeFor(shortened(url))}</button>
          <p className="hint">
            {filled(text.goesTo, {
              email,
              other: <a href={`/compliance#token=${secret}`}>{text.otherSite}</a>,
            })}
          </p>
        </form>
      ) : null}
      {kind === 'compliance' && url === null ? (
        <p>
          <a className="button" href={`/compliance#token=${secret}`}>
            {text.make}
          </a>
        </p>
      ) : null}
    </>
  );
}

function shortened(url: string): string {
  const bare = url.replace(/^https?:\/\//, '').replace(/\/$/, '');
  return bare.length > 60 ? `${bare.slice(0, 59)}…` : bare;
}
