import { none, partial, type Framework } from '../framework.ts';
import { byFamily } from './families.ts';

/** Titles in our own words: the criteria are a protected work of the AICPA. */
export const soc2: Framework = {
  id: 'soc2-tsc-2017',
  name: 'SOC 2 CC6 and CC7',
  edition: 'Trust Services Criteria 2017, points of focus 2022',
  status: 'current',
  statement:
    'A SOC 2 report is an independent auditor’s opinion on controls over a period of time. Observations can be evidence for it but are not that opinion.',
  outside: 'Criteria outside CC6 and CC7 and the operation of controls over time were not assessed.',
  controls: {
    'CC6.1': partial(
      'Logical access to information is restricted',
      'login transport, session cookies and cross-origin sharing only',
      'access',
      'authentication',
    ),
    'CC6.2': none('Users are registered and authorized before they get credentials', 'an internal process'),
    'CC6.3': none('Access rights follow roles and are updated promptly', 'an internal process'),
    'CC6.4': none('Physical access is restricted', 'not visible from outside'),
    'CC6.5': none('Data is removed before assets leave protection', 'not visible from outside'),
    'CC6.6': partial(
      'Threats from outside the system boundary are kept out',
      'browser-side defenses, DNS, mail policies and TLS only',
      'code',
      'access',
      'configuration',
      'transit',
      'names',
      'mailIdentity',
    ),
    'CC6.7': partial(
      'Information is protected while it is transmitted',
      'the connection to this host and its mail only',
      'transit',
      'mailTransport',
    ),
    'CC6.8': partial(
      'Unauthorized or malicious software is prevented or found',
      'scripts of the scanned page and browser-side defenses only',
      'code',
      'supply',
    ),
    'CC7.1': partial(
      'Configuration changes and new vulnerabilities are detected',
      'client-side libraries, banners and a published contact only',
      'patching',
      'disclosure',
      'contact',
    ),
    'CC7.2': none('Systems are monitored for anomalies', 'not visible from outside'),
    'CC7.3': none('Security events are evaluated', 'an internal process'),
    'CC7.4': none('Incidents are handled by a defined program', 'an internal process'),
    'CC7.5': none('Recovery from incidents is planned and carried out', 'an internal process'),
  },
  weaknesses: byFamily([
    { control: 'CC6.1', families: ['login', 'session', 'sharing'], basis: 'access to information' },
    {
      control: 'CC6.6',
      families: ['browser', 'leak', 'names', 'mailIdentity', 'strength'],
      basis: 'the system boundary',
    },
    {
      control: 'CC6.7',
      families: ['clearText', 'certificate', 'strength', 'mailTransport', 'login'],
      basis: 'transmission',
    },
    { control: 'CC6.8', families: ['thirdParty', 'browser'], basis: 'third-party code' },
    { control: 'CC7.1', families: ['outdated', 'disclosure', 'contact'], basis: 'vulnerability management' },
  ]),
};
