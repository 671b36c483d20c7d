import type { Severity } from '@palisade/report/check';
import type { ShownSection } from '@palisade/report/check-sections';
import { account, type AccountWords } from './account/en.ts';
import { docs, type DocsWords } from './docs/en.ts';
import { evidence, type EvidenceWords } from './evidence/en.ts';
import { method, type MethodWords } from './method/en.ts';
import { open, type OpenWords } from './open/en.ts';
import { ranking, type RankingWords } from './ranking/en.ts';
import { report, type ReportWords } from './report/en.ts';
import { shop, type ShopWords } from './shop/en.ts';
import { site, type SiteWords } from './site/en.ts';
import { verify, type VerifyWords } from './verify/en.ts';
import type { NextStep } from '../views/failure.tsx';

type NavigationWord =
  | 'checks'
  | 'pricing'
  | 'leaderboard'
  | 'verify'
  | 'open'
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
  shell: {
    skip: string;
    navigation: string;
    more: string;
    language: string;
    /** Shown to visitors whose browser prefers this language, until they have chosen one. */
    offer: string;
    readHere: string;
    stay: string;
    /** Shown above content that is not translated; null in English, the original language. */
    notTranslated: string | null;
  };
  nav: Readonly<Record<NavigationWord, string>>;
  home: {
    title: string;
    description: string;
    heading: string;
    lead: string;
    open: string;
    checked: string;
    passive: string;
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
  failure: {
    notFound: string;
    gone: string;
    refused: string;
    signIn: string;
    quota: string;
    /** The site is unreachable, not the service. */
    unreachable: string;
    busy: string;
    ours: string;
    home: string;
    /** `{url}` stands for the address that is offered. */
    steps: Readonly<Record<NextStep['kind'], string>>;
  };
  report: ReportWords;
  evidence: EvidenceWords;
  open: OpenWords;
  site: SiteWords;
  ranking: RankingWords;
  verify: VerifyWords;
  docs: DocsWords;
  account: AccountWords;
  method: MethodWords;
  shop: ShopWords;
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
  shell: {
    skip: 'Skip to content',
    navigation: 'Main',
    more: 'More',
    language: 'Language',
    offer: 'This site is also available in English.',
    readHere: 'Switch to English',
    stay: 'Keep English',
    notTranslated: null,
  },
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
    open: 'Open a saved file',
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
    open: 'Open a saved report or the evidence of a scan',
    checked: 'What is checked',
    passive: 'A scan requests only what is open to everyone. It runs no attacks and changes nothing.',
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
    unreachable: 'The scan service is unreachable. Check your connection and try again.',
    paid: 'I have an API key or a one-time token',
    credential: 'API key or one-time token',
    credentialHelp:
      'An API key starts with pal_live_, a one-time token with pal_scan_. Both give you the full report. Leave this empty for a free scan.',
    isKey: 'This is an API key: the scan counts against its monthly quota.',
    isToken: 'This is a one-time token: the scan uses it up.',
    isCompliance: 'This is a compliance report token. It does not work here. Use it on the compliance page.',
    isUnknown: 'This is neither an API key nor a one-time token.',
  },
  failure: {
    notFound: 'Page not found',
    gone: 'No longer here',
    refused: 'That did not work',
    signIn: 'Sign in first',
    quota: 'No scans left',
    unreachable: 'The site could not be scanned',
    busy: 'Too busy right now',
    ours: 'Something went wrong on our side',
    home: 'Back to the home page',
    steps: {
      plain_http: 'Scan {url} instead: the site may only be available without https',
      with_https: 'Scan {url} instead: the site may only be available over https',
      other_name: 'Scan {url} instead',
      paid_report: 'Open the report that this token paid for',
      without_credentials: 'Scan {url} without the username and password',
      usual_port: 'Scan {url} on the default port',
      more_scans: 'See how to get more scans',
      own_reports: 'Sign in to see the reports of your account',
      sign_in: 'Request a new sign-in link',
      form: 'Back to the previous page',
      change: 'Change the address and try again',
    },
  },
  report,
  evidence,
  open,
  site,
  ranking,
  verify,
  docs,
  account,
  method,
  shop,
  checks: {
    title: 'All checks',
    description:
      'Every check of a scan: what it checks, what it can find, how many points that costs, and how to fix it.',
    lead: 'Everything a scan checks. Each page lists all possible outcomes, their weight and how to fix them.',
    atWorst: (points, severity) => `${severity}, up to ${points} ${points === 1 ? 'point' : 'points'}`,
    free: 'no deduction',
    outcomes: 'Outcomes',
    outcomesOf: (title) => `What “${title}” can find`,
    howToFix: 'How to fix it',
    exampleValue: 'This value is an example. A report suggests one for your site.',
    controls: 'Related controls',
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
    browser: 'In a real browser',
  },
};
