import type { ActionKind } from './action-kind.ts';

/** Kinds of work that remove findings, each done in one place. Every check of the engine belongs to one of them. */
export const ACTION_KINDS = {
  redirects: {
    title: 'Fix the redirects',
    where: 'Web server',
    effort: 'minutes',
    risk: 'Visitors do not reach the page, or someone on the network path can intercept the first request to a host.',
    checks: [
      'redirects/chain',
      'redirects/hsts-on-redirects',
      'redirects/http-to-https off_host',
      'redirects/http-to-https bad_location',
      'redirects/http-to-https empty',
    ],
  },
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
    risk: 'Some clients reach the site with less protection, or not at all.',
    risks: [
      {
        of: [
          'tls/certificate-trust self_signed',
          'tls/certificate-trust untrusted_root',
          'tls/certificate-trust unknown_issuer',
          'tls/certificate-trust invalid',
          'tls/certificate-trust refused_by_some',
          'tls/certificate-trust unreachable_issuer',
          'tls/certificate-name',
          'tls/certificate-validity expired',
          'tls/certificate-validity not_yet_valid',
          'tls/certificate-purpose',
          'tls/certificate-key',
          'tls/certificate-signature',
          'tls/certificate-lifetime refused',
          'tls/certificate-transparency',
          'tls/intermediate-validity',
          'tls/ocsp-stapling revoked',
          'tls/ocsp-stapling required_missing',
          'tls/ocsp-stapling refused',
          'tls/second-certificate refused',
          'tls/other-addresses refused_certificate',
        ],
        risk: 'Browsers show visitors a warning, or cannot tell the site from an impostor.',
      },
      {
        of: ['tls/certificate-validity last_days', 'tls/certificate-validity soon'],
        risk: 'Browsers show visitors a warning once the certificate has expired.',
      },
    ],
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
    risk: 'Connections are protected less well than current browsers allow.',
    risks: [
      {
        of: [
          'tls/modern-versions none',
          'tls/legacy-versions',
          'tls/ssl-versions',
          'tls/broken-ciphers',
          'tls/rc4-des',
          'tls/triple-des',
          'tls/key-exchange broken_prime',
          'tls/key-exchange short_prime',
          'tls/compression',
        ],
        risk: 'The server still accepts old encryption for which attacks are known.',
      },
      {
        of: ['tls/forward-secrecy unused', 'tls/forward-secrecy never'],
        risk: 'Anyone who records the traffic and later gets the server’s key can read all of it.',
      },
      {
        of: ['tls/secure-renegotiation'],
        risk: 'Someone on the network path may be able to put requests of their own before those of a visitor.',
      },
      {
        of: ['tls/cipher-preference http2_refused', 'tls/post-quantum'],
        risk: 'Current browsers show an error in place of the site, or need a second attempt to connect.',
      },
    ],
    checks: ['tls/'],
  },
  cors: {
    title: 'Allow only the intended origins',
    where: 'Application',
    effort: 'hours',
    risk: 'Browsers block requests of other websites that the site seems to allow.',
    risks: [
      {
        of: [
          'cors/reading reflects_credentials',
          'cors/reading lookalike_credentials',
          'cors/reading null_credentials',
          'cors/reading clear_credentials',
          'cors/preflight credentials',
        ],
        risk: 'Other websites can read what the site shows to signed-in visitors, or act on their behalf.',
      },
      {
        of: [
          'headers/access-control-allow-origin',
          'cors/reading reflects',
          'cors/reading lookalike',
          'cors/reading null_origin',
          'cors/preflight open',
        ],
        risk: 'Other websites can read what the site shows to visitors who are not signed in.',
      },
    ],
    checks: ['cors/', 'headers/access-control-allow-origin'],
  },
  cookies: {
    title: 'Set the cookie attributes',
    where: 'Application',
    effort: 'hours',
    risk: 'Cookies can be read or changed on the network path, be sent with forged requests, or get lost.',
    risks: [
      {
        of: ['cookies/secure session', 'cookies/http-only'],
        risk: 'Attackers can read or use a visitor’s session and are then signed in as that visitor.',
      },
    ],
    checks: ['cookies/', 'browser/session-cookies'],
  },
  software: {
    title: 'Update outdated software',
    where: 'Application and server',
    effort: 'days',
    risk: 'Vulnerabilities in this software are published or no longer fixed, and anyone can try to exploit them.',
    checks: [
      'page_analysis/vulnerable-library high',
      'page_analysis/vulnerable-library medium',
      'page_analysis/vulnerable-library low',
      'server_fingerprint/end-of-life',
    ],
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
    risk: 'Receivers are less able to tell forged mail from genuine mail, or they reject genuine mail.',
    risks: [
      {
        of: [
          'dns/dmarc at_apex',
          'dns/dmarc misplaced',
          'dns/dmarc malformed',
          'dns/dmarc several',
          'dns/dmarc not_recognised',
          'dns/dmarc missing',
          'dns/dmarc none',
          'dns/dmarc testing',
          'dns/spf passes_everybody',
          'dns/spf several_open',
          'dns/spf broken_open',
          'dns/spf large_share',
          'dns/dkim short_key',
          'dns/dkim weak_key',
        ],
        risk: 'Anyone can send mail as the domain, to customers or to staff.',
      },
    ],
    checks: ['dns/spf', 'dns/dmarc', 'dns/dkim', 'dns/bimi'],
  },
  mail_servers: {
    title: 'Fix the mail servers and their records',
    where: 'Mail server and DNS zone',
    effort: 'hours',
    risk: 'Mail to the domain can be read on its way, or does not arrive.',
    checks: ['dns/mx', 'dns/mta-sts', 'dns/tls-rpt', 'dns/mail-'],
  },
  zone: {
    title: 'Fix the DNS zone',
    where: 'DNS provider',
    effort: 'hours',
    risk: 'Forged DNS responses or certificates go unnoticed, or the name can stop working.',
    risks: [
      {
        of: ['dns/dangling-cname', 'dns/name-servers dangling'],
        risk: 'Attackers can send visitors to their own server, or the name can stop working.',
      },
    ],
    checks: ['dns/'],
  },
  page: {
    title: 'Fix the page markup',
    where: 'Page templates',
    effort: 'hours',
    risk: 'Parts of the page do not load, or other sites can see or do more than they should.',
    risks: [
      {
        of: ['page_analysis/vulnerable-library hijacked'],
        risk: 'A domain that has served malware can change what the page shows and sends.',
      },
      {
        of: [
          'page_analysis/insecure-form',
          'page_analysis/active-mixed-content',
          'page_analysis/base-element plain',
          'page_analysis/passive-mixed-content upgradeable',
        ],
        risk: 'Someone on the network path can read or change what the page loads or sends.',
      },
      {
        of: [
          'page_analysis/subresource-integrity missing',
          'page_analysis/subresource-integrity void',
          'page_analysis/base-element cross_site',
        ],
        risk: 'Someone who takes over another site that the page loads from can change this page.',
      },
    ],
    checks: ['page_analysis/', 'browser/', 'headers/referrer-policy element_'],
  },
  headers: {
    title: 'Send security headers',
    where: 'Web server or CDN',
    effort: 'minutes',
    risk: 'Browsers apply fewer protections to the responses than they could.',
    risks: [
      {
        of: [
          'headers/content-security-policy missing',
          'headers/content-security-policy report_only',
          'headers/content-security-policy scripts_open',
        ],
        risk: 'A single mistake in a page is enough for an attack, because no header makes browsers stop injected scripts.',
      },
      {
        of: ['headers/strict-transport-security'],
        risk: 'Anyone on the network path can read and change a visitor’s first request, because browsers are not told to use https from the start.',
      },
      {
        of: ['headers/content-security-policy '],
        risk: 'A mistake in a page can be enough for an attack, because the policy leaves something open that it could close.',
      },
      {
        of: ['headers/cache-control'],
        risk: 'A response meant for one visitor can stay in a cache, where others may read it.',
      },
      { of: ['headers/x-frame-options missing_on_data'], risk: 'Other sites can show the response in a frame.' },
      {
        of: ['headers/x-frame-options'],
        risk: 'Other sites can show the page in a frame, where visitors can be tricked into clicks.',
      },
      {
        of: ['headers/x-content-type-options'],
        risk: 'Browsers may guess the type of a file, for example run an uploaded file as a script.',
      },
      {
        of: ['headers/referrer-policy full_url', 'headers/referrer-policy unsafe_url'],
        risk: 'Other sites get the full URLs of the pages that visitors come from.',
      },
    ],
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
