import { none, partial, type Framework } from '../framework.ts';
import { byFamily } from './families.ts';

/** Directive (EU) 2022/2555, Article 21(2), with points of the annex to Implementing Regulation (EU) 2024/2690. */
export const nis2: Framework = {
  id: 'nis2-art21',
  name: 'NIS2 Article 21',
  edition: 'Directive (EU) 2022/2555',
  status: 'current',
  statement:
    'Article 21 requires appropriate and proportionate measures. Observations can inform that assessment. The points of the annex apply only to the entities listed in Implementing Regulation (EU) 2024/2690. This is not legal advice.',
  outside: 'Articles 20 and 23, national law and all unlisted points of the annex were not assessed.',
  controls: {
    '21(2)(a)': none('Policies on risk analysis and information system security', 'internal documents'),
    '21(2)(b)': none('Incident handling', 'an internal process'),
    '21(2)(c)': none('Business continuity and crisis management', 'backups and plans are not visible'),
    '21(2)(d)': partial('Supply chain security', 'third-party scripts, libraries and server banners only', 'supply'),
    '21(2)(e)': partial(
      'Secure acquisition, development and maintenance, with vulnerability handling and disclosure',
      'outdated software, browser-side defenses and a published contact only',
      'patching',
      'code',
      'access',
      'configuration',
      'contact',
    ),
    '21(2)(f)': none('Assessing the effectiveness of the measures', 'a single report is not a process'),
    '21(2)(g)': partial(
      'Basic cyber hygiene and training',
      'published mail policies and server configuration only',
      'configuration',
      'mailIdentity',
      'patching',
    ),
    '21(2)(h)': partial('Cryptography and encryption', 'data in transit only', 'transit', 'mailTransport'),
    '21(2)(i)': none('Human resources, access control and asset management', 'not visible from outside'),
    '21(2)(j)': partial(
      'Multi-factor authentication and secured communications',
      'transport of login forms and mail, and session cookies only',
      'authentication',
      'mailTransport',
    ),
    'Annex 6.3': partial('Configuration management', 'the public face of this host only', 'configuration'),
    'Annex 6.6': partial('Security patch management', 'client-side libraries and server banners only', 'patching'),
    'Annex 6.7': partial(
      'Network security, DNS included',
      'TLS and DNS of this domain only',
      'transit',
      'names',
      'mailIdentity',
    ),
    'Annex 6.10': partial('Vulnerability handling and disclosure', 'a published contact only', 'contact'),
    'Annex 9': partial('Cryptography', 'data in transit only', 'transit', 'mailTransport'),
  },
  weaknesses: byFamily([
    {
      control: '21(2)(h)',
      families: ['clearText', 'certificate', 'strength', 'mailTransport'],
      basis: 'encryption in transit',
    },
    {
      control: 'Annex 9',
      families: ['clearText', 'certificate', 'strength', 'mailTransport'],
      basis: 'encryption in transit',
    },
    {
      control: '21(2)(e)',
      families: ['outdated', 'browser', 'session', 'sharing', 'contact'],
      basis: 'application development and maintenance',
    },
    { control: 'Annex 6.6', families: ['outdated'], basis: 'known vulnerabilities' },
    { control: 'Annex 6.10', families: ['contact'], basis: 'a contact for vulnerability reports' },
    { control: '21(2)(d)', families: ['thirdParty', 'outdated'], basis: 'third-party components' },
    {
      control: '21(2)(g)',
      families: ['mailIdentity', 'disclosure', 'leak'],
      basis: 'externally visible cyber hygiene',
    },
    { control: 'Annex 6.3', families: ['browser', 'disclosure', 'leak'], basis: 'server configuration' },
    { control: '21(2)(j)', families: ['login', 'session', 'mailTransport'], basis: 'secured communications' },
    { control: 'Annex 6.7', families: ['names', 'strength', 'mailIdentity'], basis: 'protocols and DNS' },
  ]),
};
