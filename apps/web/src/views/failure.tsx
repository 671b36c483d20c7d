import type { View } from '../frame.ts';
import { sentence } from '../shell/sentence.ts';
import type { Words } from '../words/en.ts';
import { isPaid, ScanForm, type TypedScan } from './scan-form.tsx';

export interface FailureProps {
  status: number;
  /** The error message of the service, in English. */
  message: string;
  /** What the visitor can do next. */
  steps?: readonly NextStep[];
  /** The form for a scan, with this in it, is part of the page. */
  typed?: TypedScan;
}

/** A link to what the visitor can try after an error. */
export interface NextStep {
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
    | 'form'
    | 'change';
  href: string;
  /** The address that is offered instead. */
  target?: string;
}

const TITLES: Readonly<Record<number, Exclude<keyof Words['failure'], 'steps'>>> = {
  401: 'signIn',
  404: 'notFound',
  410: 'gone',
  429: 'quota',
  502: 'unreachable',
  503: 'busy',
};

/** What a browser shows where an API client gets `{"error": …}`. */
export const failure: View<FailureProps> = ({ status, message, steps = [], typed }, { words }) => {
  const title = words.failure[TITLES[status] ?? (status >= 500 ? 'ours' : 'refused')];
  return {
    title,
    description: title,
    noindex: true,
    body: (
      <>
        <section className="failed">
          <h1 tabIndex={-1}>{title}</h1>
          <p lang="en">{sentence(message)}</p>
          <ul className="next-steps">
            {steps.map(({ kind, href, target = '' }) => (
              <li key={kind}>
                <Step href={loses(typed, target) ? null : href}>
                  {words.failure.steps[kind].replace('{url}', () => target)}
                </Step>
              </li>
            ))}
            <li>
              <a href="/">{words.failure.home}</a>
            </li>
          </ul>
        </section>
        {typed && (
          <>
            <ScanForm typed={typed} words={words} />
            <div id="outcome" />
          </>
        )}
      </>
    ),
  };
};

/** A link to the form with another address would lose what else was entered: the visitor changes the address in the form. */
const loses = (typed: TypedScan | undefined, target: string): boolean => target !== '' && isPaid(typed ?? {});

function Step({ href, children }: { href: string | null; children: string }) {
  return href === null ? children : <a href={href}>{children}</a>;
}
