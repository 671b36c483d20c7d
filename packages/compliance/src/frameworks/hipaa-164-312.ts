import { none, partial, type Framework } from '../framework.ts';
import { byFamily } from './families.ts';

/** 45 CFR § 164.312, technical safeguards: public law. */
export const hipaa: Framework = {
  id: 'hipaa-164.312',
  name: 'HIPAA Security Rule § 164.312',
  edition: '45 CFR Part 164',
  status: 'current',
  statement:
    'The safeguards apply to covered entities and their business associates for electronic protected health information (ePHI). Addressable safeguards depend on the entity’s risk analysis. This is not legal advice.',
  outside: 'Administrative and physical safeguards (§§ 164.308 and 164.310) were not assessed.',
  controls: {
    '(a)(1)': partial(
      'Access control',
      'session cookies, cross-origin sharing, framing, and what responses and URLs leak',
      'access',
    ),
    '(a)(2)(i)': none('Unique user identification', 'no login was attempted'),
    '(a)(2)(iii)': none('Automatic logoff', 'no login was attempted'),
    '(a)(2)(iv)': none('Encryption of stored ePHI', 'storage is not visible'),
    '(b)': none('Audit controls', 'logs are not visible'),
    '(c)(1)': partial('Integrity of ePHI', 'integrity of the page and its scripts only', 'code'),
    '(d)': partial(
      'Person or entity authentication',
      'transport of login forms and session cookies only',
      'authentication',
    ),
    '(e)(1)': partial('Transmission security', 'the connection to this host only', 'transit'),
    '(e)(2)(i)': partial('Integrity of transmitted ePHI', 'the connection to this host only', 'transit'),
    '(e)(2)(ii)': partial('Encryption of transmitted ePHI', 'the connection to this host only', 'transit'),
  },
  weaknesses: byFamily([
    {
      control: '(e)(1)',
      families: ['clearText', 'certificate', 'strength'],
      use: 'gap',
      when: 'PHI',
      basis: 'transmission',
    },
    {
      control: '(e)(2)(ii)',
      families: ['clearText', 'strength', 'login'],
      use: 'gap',
      when: 'PHI',
      basis: 'encryption in transit',
    },
    {
      control: '(e)(2)(i)',
      families: ['clearText', 'certificate', 'strength', 'login'],
      basis: 'integrity in transit',
    },
    { control: '(c)(1)', families: ['thirdParty', 'browser'], basis: 'page integrity' },
    { control: '(d)', families: ['login', 'session'], basis: 'authentication' },
    { control: '(a)(1)', families: ['sharing', 'framing', 'leak', 'session'], basis: 'read access to responses' },
  ]),
};
