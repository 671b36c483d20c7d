import { Paste } from '../report/paste.tsx';
import type { Words } from '../words/en.ts';

export interface Revealed {
  kind: 'key' | 'one_time' | 'compliance';
  secret: string;
  /** The buyer's own. */
  email: string;
  /** The site it was bought for, where one was named. */
  url: string | null;
}

const WHAT = { key: 'API key', one_time: 'scan token', compliance: 'token for your compliance report' } as const;

/** What was bought, shown this once, and the next step with it. */
export function Bought({ revealed, words }: { revealed: Revealed; words: Words }) {
  const { kind, secret, email, url } = revealed;
  return (
    <>
      <p className="lead">Your {WHAT[kind]}. It is shown on this page only now:</p>
      <Paste text={secret} what={WHAT[kind]} words={words} />
      {kind === 'key' ? (
        <p>
          Use it in the <a href="/">scan form</a>, in the <code>X-API-Key</code> header of the <a href="/docs">API</a>,
          or with the command line. Your <a href="/account">account</a> shows usage and renewal.
        </p>
      ) : null}
      {kind === 'one_time' ? (
        <>
          <p>
            <a className="button" href={`/#token=${secret}`}>
              Run the scan
            </a>
          </p>
          <p className="hint">It is good for 24 hours and one report.</p>
        </>
      ) : null}
      {kind === 'compliance' && url !== null ? (
        <form action="/compliance" method="post" className="stack">
          <input type="hidden" name="token" value={secret} />
          <input type="hidden" name="url" value={url} />
          <input type="hidden" name="email" value={email} />
          <button type="submit">Make the report for {shortened(url)} now</button>
          <p className="hint">
            The site is scanned, and the PDF goes to {email}. Or{' '}
            <a href={`/compliance#token=${secret}`}>use the token for another site</a>.
          </p>
        </form>
      ) : null}
      {kind === 'compliance' && url === null ? (
        <p>
          <a className="button" href={`/compliance#token=${secret}`}>
            Make the report
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
