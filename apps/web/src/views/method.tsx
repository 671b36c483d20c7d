import type { View } from '../frame.ts';
import { DataTable } from '../shell/data-table.tsx';

export interface MethodProps {
  userAgent: string;
  freeScansPerDay: number;
  scanTimeoutMs: number;
  engineVersion: string;
  /** Where a site's owner reaches the operator. */
  contact: string;
}

const GRADES = [
  ['A+', '90 to 100'],
  ['A', '80 to 89'],
  ['B', '70 to 79'],
  ['C', '60 to 69'],
  ['D', '50 to 59'],
  ['F', '0 to 49'],
] as const;

/** How scores come about, what is not tested, and how a site is left alone. */
export const method: View<MethodProps> = (props, { frame }) => ({
  title: 'How scoring works',
  description: 'What a scan asks a site, how the score is made, what is not tested, and how to be left alone.',
  bodyLanguage: 'en',
  body: (
    <>
      <h1>How scoring works</h1>
      <h2>What a scan does</h2>
      <p>
        {frame.serviceName} asks a site what any visitor’s browser could ask: its page over https and http, its TLS
        settings, its public DNS records, and how it answers requests from other origins. It sends no attack, tries no
        password, and changes nothing. A scan takes a few seconds, and ends after {props.scanTimeoutMs / 1000} seconds
        at the latest.
      </p>
      <p>
        Each <a href="/checks">check</a> then judges what was seen. The same evidence always gives the same report; this
        is engine {props.engineVersion}. A report names its engine and the hash of its evidence, and is{' '}
        <a href="/verify">signed</a>.
      </p>
      <h2>Score and grade</h2>
      <p>
        A score starts at 100. Each issue takes off its points; nothing adds any. The worst finding of a check is what
        counts, once. Some findings cap the score: a certificate that browsers refuse, for example, makes any site an F.
        Anyone can add up the points of a report.
      </p>
      <DataTable caption="Grades" head={['Grade', 'Score']} rows={GRADES} />
      <h2>What is not tested</h2>
      <p>
        What lies behind a sign-in, what the application does with its input, the servers’ own configuration, and
        everything that only an attack would show. A good grade says that the doors we can see are closed. It is no
        penetration test, and no certificate of compliance. What could not be checked is shown as “not assessed” and
        costs nothing.
      </p>
      <p>
        Where a site answers with a challenge, a sign-in form, an error or a parking page, the report says so and is
        provisional: it appears in no badge and no ranking.
      </p>
      <h2 id="let-in">Behind a challenge or a firewall</h2>
      <p>
        To have the site itself judged, let requests with the User-Agent below through, or scan it from a network that
        is let through, with a cookie where one is needed: <code>palisade scan --cookie …</code>.
      </p>
      <h2>Limits</h2>
      <p>{props.freeScansPerDay} free scans a day for each address. Only public addresses are scanned, on web ports.</p>
      <h2 id="opt-out">Being left alone</h2>
      <p>Requests of this service carry this User-Agent, which a firewall can refuse:</p>
      <pre>
        <code>{props.userAgent}</code>
      </pre>
      <p>
        A host is listed in public only where the operator put it on the list or its owner asked for it. An owner takes
        a host off the list, within a day, with a DNS TXT record <code>_palisade.example.com</code> or a file{' '}
        <code>/.well-known/palisade.txt</code> that says <code>opt-out</code>, and on it with <code>list</code>. Anyone
        who has proved <a href="/account">in their account</a> that a site is theirs can do either on its page, at once.
        For everything else write to <a href={props.contact}>{props.contact.replace(/^mailto:/, '')}</a>.
      </p>
    </>
  ),
});
