import { none, partial, type Framework } from '../framework.ts';
import { byFamily } from './families.ts';

/** NIST CSWP 29 (February 2024), a work of the United States government: the outcomes are quoted in short form. */
export const nistCsf20: Framework = {
  id: 'nist-csf-2.0',
  name: 'NIST Cybersecurity Framework',
  edition: '2.0',
  status: 'current',
  statement:
    'The framework defines outcomes, not tests. Observations can support the assessment of an outcome but never decide it.',
  outside:
    'All other subcategories were not assessed, because they concern governance, people, processes and internal systems.',
  controls: {
    'GV.SC-07': none('Risks of suppliers and their products are understood and monitored', 'contracts and processes'),
    'ID.RA-01': partial(
      'Vulnerabilities in assets are identified, validated and recorded',
      'client-side libraries and server banners only',
      'patching',
    ),
    'ID.RA-08': partial(
      'Vulnerability disclosures can be received, analyzed and responded to',
      'a published contact only',
      'contact',
    ),
    'PR.AA-03': partial(
      'Users, services and hardware are authenticated',
      'transport of login forms, session cookies and mail policies only',
      'authentication',
      'mailIdentity',
    ),
    'PR.AA-05': partial(
      'Access permissions are defined, managed and enforced',
      'cross-origin sharing and session cookies only',
      'access',
    ),
    'PR.DS-01': none('Data at rest is protected', 'storage is not visible'),
    'PR.DS-02': partial(
      'Data in transit is protected',
      'the connection to this host and its mail only',
      'transit',
      'mailTransport',
    ),
    'PR.DS-11': none('Backups are created, protected, maintained and tested', 'backups are not visible'),
    'PR.PS-01': partial(
      'Configuration management practices are applied',
      'the public face of this host only',
      'configuration',
    ),
    'PR.PS-02': partial(
      'Software is maintained, replaced and removed in line with risk',
      'client-side libraries and server banners only',
      'patching',
    ),
    'PR.PS-06': none('Secure software development practices are integrated', 'an internal process'),
    'PR.IR-01': partial('Networks are protected from unauthorized logical access', 'DNS of this domain only', 'names'),
    'DE.CM-01': none('Networks are monitored for adverse events', 'not visible from outside'),
    'RS.MA-01': none('The incident response plan is executed', 'an internal process'),
  },
  weaknesses: byFamily([
    {
      control: 'PR.DS-02',
      families: ['clearText', 'certificate', 'strength', 'mailTransport', 'login'],
      basis: 'data in transit',
    },
    { control: 'PR.AA-03', families: ['login', 'session', 'mailIdentity'], basis: 'proof of identity' },
    { control: 'PR.AA-05', families: ['sharing', 'session'], basis: 'read access to responses' },
    {
      control: 'PR.PS-01',
      families: ['browser', 'leak', 'disclosure', 'strength', 'clearText'],
      basis: 'server configuration',
    },
    { control: 'PR.PS-02', families: ['outdated'], basis: 'software maintenance' },
    { control: 'PR.IR-01', families: ['names'], basis: 'DNS names of the host' },
    { control: 'ID.RA-01', families: ['outdated'], basis: 'known vulnerabilities' },
    { control: 'ID.RA-08', families: ['contact'], basis: 'a contact for vulnerability reports' },
    { control: 'GV.SC-07', families: ['thirdParty'], use: 'context', basis: 'third-party scripts' },
  ]),
};
