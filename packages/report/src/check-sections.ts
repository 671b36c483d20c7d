/** The sections that hold a `checks` array, in the order a report shows them. */
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
] as const;
export type CheckSection = (typeof CHECK_SECTIONS)[number];
