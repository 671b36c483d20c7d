import type { Severity } from '@palisade/report/check';
import type { ShownSection } from '@palisade/report/check-sections';

type NavigationWord =
  | 'checks'
  | 'pricing'
  | 'leaderboard'
  | 'verify'
  | 'api'
  | 'account'
  | 'method'
  | 'changelog'
  | 'terms'
  | 'privacy'
  | 'refunds'
  | 'contact'
  | 'vulnerability';

/** Texts of the pages. Findings come from the report and stay English until a translation is reviewed. */
export interface Words {
  shell: { skip: string; navigation: string; more: string; language: string };
  nav: Readonly<Record<NavigationWord, string>>;
  home: {
    title: string;
    description: string;
    heading: string;
    lead: string;
    address: string;
    scan: string;
    stop: string;
    stopped: string;
    /** `{url}` stands for the address. */
    scanning: string;
    parts: Readonly<Record<'address' | 'page' | 'http' | 'tls' | 'dns' | 'cors' | 'security.txt', string>>;
    unreachable: string;
    paid: string;
    credential: string;
    credentialHelp: string;
    isKey: string;
    isToken: string;
    isCompliance: string;
    isUnknown: string;
  };
  failure: { notFound: string; refused: string; ours: string; home: string };
  report: {
    title(host: string): string;
    description(grade: string, score: number, issues: number): string;
    verdict(grade: string, score: number): string;
    counts(counts: Readonly<Record<Severity, number>>): string;
    noIssues: string;
    answered(status: number): string;
    capped(score: number, reason: string): string;
    openedRanges(ranges: string): string;
    locked: string;
    evidence: string;
    fix: string;
    serverConfiguration: string;
    about: string;
    aboutWhat(title: string): string;
    scanAgain: string;
    seen: string;
    show: string;
    copy: string;
    delete: string;
    copyWhat(what: string): string;
    copied: string;
    notCopied: string;
    issues(count: number): string;
    notAssessed(count: number): string;
    meta(scan: string, engine: string, evidence: string): string;
  };
  checks: {
    title: string;
    description: string;
    lead: string;
    atWorst(points: number, severity: string): string;
    free: string;
    outcomes: string;
    outcomesOf(title: string): string;
    howToFix: string;
    exampleValue: string;
    controls: string;
    references: string;
  };
  changelog: { description: string };
  severity: Readonly<Record<Severity, string>>;
  status: Readonly<Record<'good' | 'missing' | 'weak' | 'warn' | 'bad' | 'unknown', string>>;
  section: Readonly<Record<ShownSection, string>>;
}

export const en: Words = {
  shell: { skip: 'Skip to content', navigation: 'Main', more: 'More', language: 'Language' },
  nav: {
    checks: 'Checks',
    pricing: 'Pricing',
    leaderboard: 'Leaderboard',
    account: 'Account',
    terms: 'Terms',
    privacy: 'Privacy',
    refunds: 'Refunds',
    contact: 'Contact',
    verify: 'Verify a report',
    api: 'API',
    method: 'How scoring works',
    changelog: 'Changelog',
    vulnerability: 'Report a vulnerability in this service',
  },
  home: {
    title: 'Website security report',
    description: 'Scan a public website and get a security report: evidence, findings, fixes, a score and a grade.',
    heading: 'How secure is your website?',
    lead: 'Headers, TLS, DNS and mail, cookies and the page itself, checked in seconds. Every finding comes with its evidence.',
    address: 'Website address',
    scan: 'Scan',
    stop: 'Stop',
    stopped: 'The scan was stopped.',
    scanning: 'Scanning {url}',
    parts: {
      address: 'Address',
      page: 'Page and headers',
      http: 'Plain http',
      tls: 'TLS and certificate',
      dns: 'DNS and mail',
      cors: 'Cross-origin sharing',
      'security.txt': 'security.txt',
    },
    unreachable: 'The scan service cannot be reached. Check your connection and try again.',
    paid: 'I have an API key or a one-time token',
    credential: 'API key or one-time token',
    credentialHelp:
      'An API key begins with pal_live_, a one-time token with pal_scan_. Either gives the full report. Leave it empty for a free scan.',
    isKey: 'This is an API key: the scan counts against its monthly quota.',
    isToken: 'This is a one-time token: it is used up by the scan.',
    isCompliance: 'This is a compliance report token. It does not work here: use it on the compliance page.',
    isUnknown: 'This is neither an API key nor a one-time token.',
  },
  failure: {
    notFound: 'Page not found',
    refused: 'No report',
    ours: 'Something went wrong on our side',
    home: 'Back to the start page',
  },
  report: {
    title: (host) => `Security report for ${host}`,
    description: (grade, score, issues) =>
      `Grade ${grade}, ${score} of 100, ${issues === 1 ? '1 issue' : `${issues} issues`}.`,
    verdict: (grade, score) => `Grade ${grade}, ${score} of 100`,
    counts: ({ critical, important, minor }) => `${critical} critical, ${important} important, ${minor} minor`,
    noIssues: 'No issues found',
    answered: (status) => `answered ${status}`,
    capped: (score, reason) => `The score is capped at ${score} because of: ${reason}`,
    openedRanges: (ranges) => `This scan used address ranges opened by the operator: ${ranges}`,
    locked:
      'Cookies, cross-origin isolation and the exact fixes for headers and DNS are in the full report: use an API key or a one-time token.',
    evidence: 'Evidence',
    fix: 'Fix',
    serverConfiguration: 'As server configuration',
    about: 'About this check',
    aboutWhat: (title) => `About this check: ${title}`,
    scanAgain: 'Scan again',
    seen: 'What was seen',
    show: 'Show',
    copy: 'Copy',
    delete: 'Delete this report',
    copyWhat: (what) => `Copy ${what}`,
    copied: 'Copied to the clipboard.',
    notCopied: 'Your browser does not allow copying. The text is selected: press Ctrl+C or Command+C.',
    issues: (count) => (count === 0 ? 'no issues' : count === 1 ? '1 issue' : `${count} issues`),
    notAssessed: (count) => `${count} not assessed`,
    meta: (scan, engine, evidence) => `Scan ${scan} · engine ${engine} · evidence SHA-256 ${evidence}`,
  },
  checks: {
    title: 'All checks',
    description: 'Every check of a scan: what it looks at, what it can find, what that costs, and how to fix it.',
    lead: 'What a scan looks at. Each page lists every possible outcome, its weight, and how to fix it.',
    atWorst: (points, severity) => `${severity}, up to ${points} points`,
    free: 'costs no points',
    outcomes: 'Outcomes',
    outcomesOf: (title) => `What “${title}” can find`,
    howToFix: 'How to fix it',
    exampleValue: 'The value is an example. A report suggests one that fits the site.',
    controls: 'Controls it concerns',
    references: 'References',
  },
  changelog: { description: 'What changed for operators and API clients, version by version.' },
  severity: { critical: 'critical', important: 'important', minor: 'minor' },
  status: {
    good: 'Good',
    missing: 'Missing',
    weak: 'Weak',
    warn: 'Warning',
    bad: 'Bad',
    unknown: 'Not assessed',
  },
  section: {
    headers: 'HTTP headers',
    redirects: 'Redirects',
    tls: 'TLS and certificate',
    dns: 'DNS and mail',
    cookies: 'Cookies',
    cross_origin: 'Cross-origin isolation',
    security_txt: 'security.txt',
    cors: 'Cross-origin sharing (CORS)',
    server_fingerprint: 'Version disclosure',
    page_analysis: 'Page content',
  },
};
