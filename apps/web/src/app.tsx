import { useEffect, useRef, useState, type FormEvent } from 'react';
import { ReportView } from './report-view.tsx';
import { requestReport, type Report } from './request-report.ts';

type State =
  | { kind: 'idle' }
  | { kind: 'scanning'; url: string }
  | { kind: 'done'; report: Report }
  | { kind: 'failed'; message: string };

/** The link a buyer gets by e-mail opens the page with the token filled in. It stands in the fragment, which no server sees. */
function tokenFromLink(): string {
  return new URLSearchParams(location.hash.slice(1)).get('token') ?? '';
}

export function App() {
  const [url, setUrl] = useState('');
  const [token, setToken] = useState(tokenFromLink);
  const [state, setState] = useState<State>({ kind: 'idle' });
  const running = useRef<AbortController | null>(null);
  const heading = useRef<HTMLHeadingElement | null>(null);

  useEffect(() => {
    if (state.kind === 'done' || state.kind === 'failed') heading.current?.focus();
  }, [state]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setState({ kind: 'scanning', url: url.trim() });
    try {
      const report = await requestReport(url.trim(), token.trim(), controller.signal);
      if (token) setToken('');
      setState({ kind: 'done', report });
    } catch (error) {
      if (!controller.signal.aborted) setState({ kind: 'failed', message: (error as Error).message });
    }
  };
  const stop = () => {
    running.current?.abort();
    setState({ kind: 'idle' });
  };

  return (
    <>
      <header className="top">
        <a className="brand" href="/">
          <img src="/icon.svg" alt="" width="28" height="28" /> Palisade
        </a>
        <nav>
          <a href="/docs">API</a>
        </nav>
      </header>
      <main>
        <h1>How safe is your website?</h1>
        <p className="lead">
          Headers, TLS, DNS and mail, cookies and the page itself: looked at in seconds, every finding with its
          evidence.
        </p>
        <form onSubmit={(event) => void submit(event)}>
          <label htmlFor="url">Website address</label>
          <div className="ask">
            <input
              id="url"
              name="url"
              type="text"
              inputMode="url"
              autoComplete="url"
              autoCapitalize="off"
              spellCheck={false}
              placeholder="example.com"
              required
              value={url}
              onChange={(event) => setUrl(event.target.value)}
            />
            {state.kind === 'scanning' ? (
              <button type="button" onClick={stop}>
                Stop
              </button>
            ) : (
              <button type="submit">Scan</button>
            )}
          </div>
          <details open={token !== ''}>
            <summary>I have a one-time token</summary>
            <label htmlFor="token">One-time token (opens the full report, works once)</label>
            <input
              id="token"
              name="token"
              type="text"
              autoComplete="off"
              spellCheck={false}
              value={token}
              onChange={(event) => setToken(event.target.value)}
            />
          </details>
        </form>
        <div aria-live="polite">
          {state.kind === 'scanning' && <Progress url={state.url} />}
          {state.kind === 'failed' && (
            <section className="failed">
              <h2 tabIndex={-1} ref={heading}>
                No report
              </h2>
              <p>{state.message}</p>
            </section>
          )}
        </div>
        {state.kind === 'done' && <ReportView report={state.report} headingRef={heading} />}
      </main>
      <footer>
        <a href="/.well-known/security.txt">Report a hole in this service</a>
      </footer>
    </>
  );
}

/** A scan has no stages a browser could see: what is shown is true, the time that has passed. */
function Progress({ url }: { url: string }) {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((now) => now + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <section className="progress">
      <div className="bar" aria-hidden="true" />
      <p>
        Scanning {url} … <span aria-hidden="true">{seconds} s</span>
      </p>
    </section>
  );
}
