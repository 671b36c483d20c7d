import { none, partial, type Framework } from '../framework.ts';
import { byFamily } from './families.ts';

/** Titles in our own words: the CIS Controls are licensed CC BY-NC-ND. */
export const cisControls81: Framework = {
  id: 'cis-controls-8.1',
  name: 'CIS Controls',
  edition: 'v8.1',
  status: 'current',
  statement:
    'Each row is one safeguard. Most can only be observed in part. DMARC and SPF are public records, so their absence is visible.',
  outside: 'All other safeguards were not assessed, because they concern inventories, endpoints, people and processes.',
  controls: {
    '2.2': partial('Software in use is supported', 'client-side libraries and server banners only', 'patching'),
    '3.10': partial('Sensitive data is encrypted in transit', 'the connection to this host only', 'transit'),
    '3.11': none('Sensitive data is encrypted at rest', 'storage is not visible'),
    '4.1': partial(
      'A secure configuration process is maintained',
      'the public face of this host only',
      'configuration',
    ),
    '4.6': partial('Assets are managed over secure channels', 'login forms of the scanned page only', 'transit'),
    '7.7': partial(
      'Detected vulnerabilities are remediated',
      'client-side libraries and server banners only',
      'patching',
    ),
    '8.2': none('Audit logs are collected', 'logs are not visible'),
    '9.5': partial(
      'DMARC is implemented, based on SPF and DKIM',
      'the published mail policies of this domain only',
      'mailIdentity',
    ),
    '12.6': partial(
      'Network protocols are secure',
      'TLS, DNS and mail transport of this domain only',
      'transit',
      'names',
      'mailTransport',
    ),
    '16.2': partial(
      'Reports of software vulnerabilities can be received and handled',
      'a published contact only',
      'contact',
    ),
    '16.5': partial(
      'Third-party components are current and trusted',
      'scripts of the scanned page and server banners only',
      'supply',
    ),
    '16.7': partial(
      'Application infrastructure follows hardening templates',
      'response headers and cookies only',
      'configuration',
      'access',
    ),
    '18.2': none('External penetration tests are performed', 'this is not such a test'),
  },
  weaknesses: byFamily([
    { control: '9.5', families: ['mailRecords'], use: 'gap', basis: 'the record that the safeguard requires' },
    { control: '9.5', families: ['mailIdentity'], basis: 'content of the records' },
    { control: '2.2', families: ['outdated'], basis: 'software support' },
    { control: '3.10', families: ['clearText', 'certificate', 'strength', 'login'], basis: 'encryption in transit' },
    { control: '4.1', families: ['disclosure', 'strength', 'leak'], basis: 'server configuration' },
    { control: '4.6', families: ['login'], use: 'gap', when: 'ADMIN', basis: 'unencrypted management' },
    { control: '7.7', families: ['outdated'], basis: 'known vulnerabilities' },
    { control: '12.6', families: ['strength', 'names', 'mailTransport'], basis: 'protocols in use' },
    { control: '16.2', families: ['contact'], basis: 'a contact for vulnerability reports' },
    { control: '16.5', families: ['thirdParty', 'outdated'], basis: 'page components' },
    { control: '16.7', families: ['browser', 'session', 'sharing'], basis: 'application hardening' },
  ]),
};
