// Writes docs/scoring.md from the checks' own definitions: node scripts/scoring-doc.ts
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AnyCheck, Outcome } from '../packages/scanner/src/check.ts';
import { ALL_CHECKS } from '../packages/scanner/src/checks/all.ts';
import { WEIGHT_REASONS } from './scoring-reasons.ts';
import { BESIDE_SSL_LABS } from './ssl-labs.ts';

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

const INTRODUCTION = `# How a score comes about

<!-- Written by scripts/scoring-doc.ts from the definitions of the checks; change those, not this file. -->
<!-- prettier-ignore-start -->

A scan starts at 100. Every check of the report that finds a fault takes its deduction off; nothing adds
points. The sum is floored at 0, and the lowest cap, if any, then holds the score down:

    score = min(max(0, 100 − sum of all deductions), caps)

Anyone can recompute it: each deduction stands in the report beside its check, each cap in \`score_caps\`.

| Grade | A+ | A | B | C | D | F |
| --- | --- | --- | --- | --- | --- | --- |
| Score | 90–100 | 80–89 | 70–79 | 60–69 | 50–59 | 0–49 |

## Rules behind the numbers

- **What hurts visitors most weighs most.** Running an attacker's script or reading traffic costs tens of points,
  giving away a version a few.
- **The worst outcome of a check is its weight.** A check ends in one outcome and costs once, however many
  instances it found; the instances stand in its evidence.
- **Partial protection costs part.** \`missing\` takes the full deduction; \`weak\` and \`warn\` take less; what browsers
  ignore altogether costs nearly as much as what is missing.
- **One cause costs once.** Framing is deducted under X-Frame-Options only, whichever header is at fault;
  \`Access-Control-Allow-Origin: *\` under that header, reflection and \`null\` under CORS; a circle between https and
  http as the downgrade it is; a refused certificate under TLS, and only mentioned under HSTS.
- **Data and files are no pages.** Where the answer is JSON, XML, a feed or a file, the fields that are for pages
  (Content-Security-Policy, X-Frame-Options, Referrer-Policy, Permissions-Policy) cost 4, 2, 2 and 2 when missing and
  less when faulty, and each entry says why; all other fields cost what they cost a page.
- **Fixing a fault never lowers a score, adding one never raises it.** Tests hold this for random sites.
- **Not looked at is not judged.** A check whose evidence never came is \`unknown\`: shown with the reason, 0 points.
- **Caps are for what nothing else can make up for.** A site that browsers refuse, or that answers in clear text, is
  an F however good its headers are.
- A site with https, a sound certificate and nothing else set ends at F: the six headers alone cost 63.
  The defaults of a common header middleware (CSP, HSTS, framing, sniffing, referrer) end at A or A+, by what DNS adds.
`;

export function scoringDocument(): string {
  const sections = Map.groupBy(ALL_CHECKS, ({ id }) => id.split('/')[0] ?? '');
  const tables = [...sections].map(
    ([section, checks]) => `## ${SECTION_TITLES[section] ?? section}\n\n${table(checks)}`,
  );
  return `${INTRODUCTION}\n${tables.join('\n')}\n${besideSslLabs()}\n<!-- prettier-ignore-end -->\n`;
}

/** Grade by cap, as the table of grades has it. */
const GRADES: readonly (readonly [least: number, grade: string])[] = [
  [80, 'A'],
  [70, 'B'],
  [60, 'C'],
  [50, 'D'],
  [0, 'F'],
];

function besideSslLabs(): string {
  const rows = BESIDE_SSL_LABS.map(([finding, theirs, id, key]) => {
    const check = ALL_CHECKS.find((one) => one.id === id);
    const outcome: Outcome | undefined = check?.outcomes[key];
    if (!check || !outcome) throw new Error(`${id} has no outcome ${key}`);
    const { cap, deduction = check.deduction } = outcome;
    const grade = cap === undefined ? `${deduction} points` : GRADES.find(([least]) => cap >= least)?.[1];
    return `| ${finding} | ${theirs} | ${grade} | \`${id}\` |`;
  });
  const head = ['| Finding | SSL Labs: at most | Here: at most | Check |', '| --- | --- | --- | --- |'];
  return `## TLS beside SSL Labs' guide\n\n${SSL_LABS}\n\n${[...head, ...rows].join('\n')}\n`;
}

const SSL_LABS =
  "SSL Labs' rating guide (2009r) grades TLS alone; T stands for a certificate that is not trusted, M for one of another name. Here both are F, since browsers show a full-page warning. Two rows are stricter on purpose: SSL 3.0, and nothing from TLS 1.2 on, which no current browser accepts. One is milder: no secure renegotiation costs points, because whether it is insecure is not tried.";

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
    return `${NO_POINTS}\n\n${['| Check | Severity | Outcomes that are not good |', '| --- | --- | --- |', ...rows].join('\n')}\n`;
  }
  const rest =
    observations.length > 0 ? `\nNever cost points: ${observations.map(({ id }) => `\`${id}\``).join(', ')}.\n` : '';
  return `${[...head, ...rows].join('\n')}\n${rest}`;
}

const NO_POINTS =
  'None of these costs points or caps the score. A browser is not always there: it may be missing on the machine, switched off, or out of time. The same site must get the same score either way, so these findings have a status and a severity and no weight.';

function outcomeNames({ outcomes: all }: AnyCheck): string {
  return Object.entries<Outcome>(all)
    .filter(([, { status }]) => status !== 'good')
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
