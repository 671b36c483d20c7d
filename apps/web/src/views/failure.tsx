import type { View } from '../frame.ts';
import type { Words } from '../words/en.ts';

export interface FailureProps {
  status: number;
  /** Said by the service, in English. */
  message: string;
  /** What the visitor can do next. */
  ways?: readonly Way[];
}

/** A way on from an error. */
export interface Way {
  kind:
    | 'plain_http'
    | 'with_https'
    | 'other_name'
    | 'without_credentials'
    | 'usual_port'
    | 'more_scans'
    | 'paid_report'
    | 'own_reports'
    | 'sign_in'
    | 'change';
  href: string;
  /** The address that is offered instead. */
  target?: string;
}

const TITLES: Readonly<Record<number, Exclude<keyof Words['failure'], 'ways'>>> = {
  401: 'signIn',
  404: 'notFound',
  410: 'gone',
  429: 'quota',
  502: 'unreachable',
  503: 'busy',
};

/** What a browser shows where a client gets `{"error": …}`. */
export const failure: View<FailureProps> = ({ status, message, ways = [] }, { words }) => {
  const title = words.failure[TITLES[status] ?? (status >= 500 ? 'ours' : 'refused')];
  return {
    title,
    description: title,
    noindex: true,
    body: (
      <section className="failed">
        <h1 tabIndex={-1}>{title}</h1>
        <p lang="en">{sentence(message)}</p>
        <ul className="ways">
          {ways.map(({ kind, href, target = '' }) => (
            <li key={kind}>
              <a href={href}>{words.failure.ways[kind].replace('{url}', () => target)}</a>
            </li>
          ))}
          <li>
            <a href="/">{words.failure.home}</a>
          </li>
        </ul>
      </section>
    ),
  };
};

/** A host or a field that stands first is left as it is written. */
function sentence(text: string): string {
  const start = /^[a-z]+(?=[ ,]|$)/.test(text) ? text.charAt(0).toUpperCase() : text.charAt(0);
  return `${start}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
}
