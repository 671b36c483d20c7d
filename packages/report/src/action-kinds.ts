import type { Check } from './check.ts';

export const EFFORTS = { minutes: 'under an hour', hours: 'half a day', days: 'a day or more' } as const;
export type Effort = keyof typeof EFFORTS;

export interface ActionKind {
  /** What to do, as a task for one person in one place. */
  title: string;
  /** Where it is done. */
  where: string;
  effort: Effort;
  /** What the site's owner risks until then, in plain words. */
  risk: string;
  /**
   * Ids of checks, or the beginnings of them; behind an id and a blank, the beginnings of its outcomes. The first
   * kind that fits has it.
   */
  checks: readonly string[];
}

/** Kinds of work that remove findings, each done in one place. Every check of the engine belongs to one of them. */
export const ACTION_KINDS = {
  https: {
    title: 'Serve the site over https only',
    where: 'Web server',
    effort: 'hours',
    risk: 'Anyone on the network path, such as in a coffee shop or at a provider, can read and change what visitors send and see.',
    checks: ['tls/https-available', 'redirects/', 'page_analysis/password-over-http'],
  },
  certificate: {
    title: 'Renew the certificate or its chain',
    where: 'Certificate authority and web server',
    effort: 'hours',
    risk: 'Browsers show visitors a warning, or cannot tell the site from an impostor.',
    checks: [
      'tls/certificate',
      'tls/intermediate-validity',
      'tls/ocsp-stapling',
      'tls/chain-order',
      'tls/second-certificate',
      'tls/other-addresses',
      'tls/dane',
      'tls/revocation',
    ],
  },
  tls: {
    title: 'Tighten the TLS settings',
    where: 'Web server',
    effort: 'minutes',
    risk: 'The server still accepts old encryption that an attacker who records the traffic can break.',
    checks: ['tls/'],
  },
  cors: {
    title: 'Allow only the intended origins',
    where: 'Application',
    effort: 'hours',
    risk: 'Other websites can read what the site shows to signed-in visitors, or act on their behalf.',
    checks: ['cors/', 'headers/access-control-allow-origin'],
  },
  cookies: {
    title: 'Set the cookie attributes',
    where: 'Application',
    effort: 'hours',
    risk: 'Attackers can read or use a visitor’s session and are then signed in as that visitor.',
    checks: ['cookies/', 'browser/session-cookies'],
  },
  software: {
    title: 'Update outdated software',
    where: 'Application and server',
    effort: 'days',
    risk: 'Attacks on this software are published, and anyone can try them.',
    checks: ['page_analysis/vulnerable-library', 'server_fingerprint/end-of-life'],
  },
  exposure: {
    title: 'Hide versions and debug output',
    where: 'Web server and application',
    effort: 'minutes',
    risk: 'The site tells attackers which of their tools will work.',
    checks: ['server_fingerprint/'],
  },
  mail: {
    title: 'Publish mail policies',
    where: 'DNS zone',
    effort: 'hours',
    risk: 'Anyone can send mail as the domain, to customers or to staff.',
    checks: ['dns/spf', 'dns/dmarc', 'dns/dkim', 'dns/mx', 'dns/mta-sts', 'dns/tls-rpt', 'dns/bimi'],
  },
  zone: {
    title: 'Fix the DNS zone',
    where: 'DNS provider',
    effort: 'hours',
    risk: 'Attackers can send visitors to their own server, or the name can stop working.',
    checks: ['dns/'],
  },
  page: {
    title: 'Fix the page markup',
    where: 'Page templates',
    effort: 'hours',
    risk: 'Someone else can read or change what the page loads or sends.',
    checks: ['page_analysis/', 'browser/', 'headers/referrer-policy element_'],
  },
  headers: {
    title: 'Send security headers',
    where: 'Web server or CDN',
    effort: 'minutes',
    risk: 'A single mistake in a page is enough for an attack, because no header makes browsers stop injected scripts, framing or snooping.',
    checks: ['headers/', 'cross_origin/'],
  },
  contact: {
    title: 'Publish security.txt',
    where: 'Web server',
    effort: 'minutes',
    risk: 'People who find a vulnerability do not know where to report it.',
    checks: ['security_txt/'],
  },
} as const satisfies Readonly<Record<string, ActionKind>>;
export type ActionName = keyof typeof ACTION_KINDS;

const NAMES = Object.keys(ACTION_KINDS) as ActionName[];

/** An id that is no check of this engine belongs where its section does. */
export function actionFor({ id, outcome }: Pick<Check, 'id' | 'outcome'>): ActionName {
  const found = `${id} ${outcome}`;
  const fits = (name: ActionName) =>
    (ACTION_KINDS[name].checks as readonly string[]).some((start) => found.startsWith(start));
  return NAMES.find(fits) ?? 'page';
}
