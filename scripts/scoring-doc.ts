// Writes docs/scoring.md from the definitions of the checks: node scripts/scoring-doc.ts
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AnyCheck, Outcome } from '../packages/scanner/src/check.ts';
import { ALL_CHECKS } from '../packages/scanner/src/checks/all.ts';
import { WEIGHT_REASONS } from './scoring-reasons.ts';
import { SSL_LABS_COMPARISON } from './ssl-labs.ts';

const DOCUMENT = new URL('../docs/scoring.md', import.meta.url);

const SECTION_TITLES: Readonly<Record<string, string>> = {
  headers: 'Headers',
  redirects: 'Redirects',
  tls: 'TLS and certificate',
  dns: 'DNS and mail policy',
  cookies: 'Cookies',
  cross_origin: 'Cross-origin isolation',
  security_txt: 'security.txt',
  cors: 'CORS',
  server_fingerprint: 'Server fingerprint',
  page_analysis: 'Page analysis',
  browser: 'In a real browser',
};

const INTRODUCTION = `# How the score is calculated

<!-- Written by scripts/scoring-doc.ts from the definitions of the checks; change those, not this file. -->
<!-- prettier-ignore-start -->

A scan starts at 100. Each check that finds a fault subtracts its deduction; nothing adds points. The result is at
least 0. If any cap applies, the lowest one limits the score:

    score = min(max(0, 100 − sum of all deductions), caps)

You can recompute every score: the report shows each deduction at its check, and each cap in \`score_caps\`.

| Grade | A+ | A | B | C | D | F |
| --- | --- | --- | --- | --- | --- | --- |
| Score | 90–100 | 80–89 | 70–79 | 60–69 | 50–59 | 0–49 |

## Principles

- **Harm to visitors decides the weight.** Running an attacker's script or reading traffic costs tens of points.
  Disclosing a version costs a few.
- **A check counts once.** It ends in one outcome, the worst that applies, however many instances it found. The
  evidence lists the instances.
- **Partial protection costs less.** \`missing\` takes the full deduction; \`weak\` and \`warn\` take less. A value that
  browsers ignore costs nearly as much as a missing one.
- **One cause is deducted once.**
  - Framing counts under X-Frame-Options, whichever header is at fault.
  - \`Access-Control-Allow-Origin: *\` counts under that header; reflection and \`null\` count under CORS.
  - A redirect loop between https and http counts as the downgrade that it is.
  - A certificate that browsers refuse counts under TLS and is only mentioned under HSTS.
- **Data and files are not pages.** For JSON, XML, feeds and files, the headers that protect pages
  (Content-Security-Policy, X-Frame-Options, Referrer-Policy, Permissions-Policy) cost 4, 2, 2 and 2 when missing, and
  less when faulty. Each entry says why. All other headers cost the same as on a page.
- **Fixing a fault never lowers a score, and adding one never raises it.** Tests check this on random sites.
- **No evidence, no deduction.** A check without evidence is \`unknown\`: shown with the reason, 0 points.
- **A cap is for what nothing else can compensate.** A site that browsers refuse, or that answers in clear text, gets
  an F however good its headers are.

Two examples: a site with https, a valid certificate and nothing else gets an F, because the six headers alone cost
63. The defaults of a common header middleware (CSP, HSTS, framing, sniffing, referrer) give an A or A+, depending on
DNS.
`;

export function scoringDocument(): string {
  const sections = Map.groupBy(ALL_CHECKS, ({ id }) => id.split('/')[0] ?? '');
  const tables = [...sections].map(
    ([section, checks]) => `## ${SECTION_TITLES[section] ?? section}\n\n${table(checks)}`,
  );
  return `${INTRODUCTION}\n${tables.join('\n')}\n${sslLabsComparison()}\n<!-- prettier-ignore-end -->\n`;
}

/** Grade by cap, as in the table of grades. */
const GRADES: readonly (readonly [least: number, grade: string])[] = [
  [80, 'A'],
  [70, 'B'],
  [60, 'C'],
  [50, 'D'],
  [0, 'F'],
];

function sslLabsComparison(): string {
  const rows = SSL_LABS_COMPARISON.map(([finding, theirs, id, key]) => {
    const check = ALL_CHECKS.find((one) => one.id === id);
    const outcome: Outcome | undefined = check?.outcomes[key];
    if (!check || !outcome) throw new Error(`${id} has no outcome ${key}`);
    const { cap, deduction = check.deduction } = outcome;
    const grade = cap === undefined ? `${deduction} points` : GRADES.find(([least]) => cap >= least)?.[1];
    return `| ${finding} | ${theirs} | ${grade} | \`${id}\` |`;
  });
  const head = ['| Finding | SSL Labs: at most | Palisade: at most | Check |', '| --- | --- | --- | --- |'];
  return `## TLS compared with SSL Labs\n\n${SSL_LABS}\n\n${[...head, ...rows].join('\n')}\n`;
}

const SSL_LABS =
  "SSL Labs' rating guide (2009r) grades only TLS and the duration of HSTS. T means an untrusted certificate, M a name mismatch. Palisade gives both an F, because browsers show a full-page warning. Two rows are deliberately stricter: SSL 3.0, and servers without TLS 1.2 or 1.3, which no current browser accepts. One row is more lenient: missing secure renegotiation is never an F, because the scan does not test whether renegotiation is insecure.";

function table(checks: readonly AnyCheck[]): string {
  const costly = checks.filter(({ deduction }) => deduction > 0);
  const observations = checks.filter(({ deduction }) => deduction === 0);
  const rows = costly.map((check) => {
    const reason = WEIGHT_REASONS[check.id] ?? '';
    return `| \`${check.id}\` | ${check.severity} | ${check.deduction} | ${outcomes(check)} | ${reason} |`;
  });
  const head = ['| Check | Severity | At worst | Outcomes that cost | Why |', '| --- | --- | ---: | --- | --- |'];
  if (costly.length === 0) {
    const rows = checks.map((check) => `| \`${check.id}\` | ${check.severity} | ${outcomeNames(check)} |`);
    return `${NO_POINTS}\n\n${['| Check | Severity | Outcomes that find something |', '| --- | --- | --- |', ...rows].join('\n')}\n`;
  }
  const rest =
    observations.length > 0 ? `\nNever cost points: ${observations.map(({ id }) => `\`${id}\``).join(', ')}.\n` : '';
  return `${[...head, ...rows].join('\n')}\n${rest}`;
}

const NO_POINTS =
  'These checks cost no points and set no cap. A browser is not always available: it may be missing, switched off or out of time. A site must get the same score with and without one, so all of these checks end `good`. Where something was found, the outcome is a remark: its note says what, and reports show it as one.';

function outcomeNames({ outcomes: all }: AnyCheck): string {
  return Object.entries<Outcome>(all)
    .filter(([, { weakness }]) => weakness !== undefined)
    .map(([key]) => key.replaceAll('_', ' '))
    .join('; ');
}

function outcomes(check: AnyCheck): string {
  return Object.entries<Outcome>(check.outcomes)
    .filter(([, { status }]) => status !== 'good')
    .map(([key, { deduction, cap }]) => {
      const held = cap === undefined ? '' : `, at most ${cap}`;
      return `${key.replaceAll('_', ' ')} ${deduction ?? check.deduction}${held}`;
    })
    .join('; ');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(DOCUMENT, scoringDocument());
