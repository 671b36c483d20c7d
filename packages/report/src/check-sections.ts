/** The sections that hold a `checks` array, in the order a report shows them; `browser` only if one was requested. */
export const CHECK_SECTIONS = [
  'redirects',
  'tls',
  'dns',
  'cookies',
  'cross_origin',
  'security_txt',
  'cors',
  'server_fingerprint',
  'page_analysis',
  'browser',
] as const;
export type CheckSection = (typeof CHECK_SECTIONS)[number];

/** A report is shown as the headers and then these. */
export const SHOWN_SECTIONS = ['headers', ...CHECK_SECTIONS] as const;
export type ShownSection = (typeof SHOWN_SECTIONS)[number];

export const SECTION_TITLES: Readonly<Record<ShownSection, string>> = {
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
};
