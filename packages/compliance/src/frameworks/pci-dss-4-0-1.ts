import type { Control, Framework } from '../framework.ts';

const partial = (title: string, scope: string): Control => ({ title, reach: 'partial', scope });
const none = (title: string, scope: string): Control => ({ title, reach: 'none', scope });

/** Titles are our own words: the text of the standard is copyrighted. The numbers are those of v4.0 too. */
export const pciDss401: Framework = {
  id: 'pci-dss-4.0.1',
  name: 'PCI DSS',
  edition: 'v4.0.1',
  status: 'current',
  statement:
    'Issues count against a requirement only if the condition named beside them holds for this site. This is not a scan by an Approved Scanning Vendor (11.3.2), and no replacement for a Report on Compliance, an Attestation or a Self-Assessment Questionnaire.',
  outside:
    'Requirements 3, 7, 9 and 10, and all parts of 1, 2, 4, 5, 6, 8, 11 and 12 that are not listed, were not assessed: they concern systems, people and processes that cannot be seen from outside.',
  controls: {
    '1.4.5': partial('Internal addresses and routing are not shown to outsiders', 'responses and public DNS only'),
    '2.2.1': none('Hardening standards exist and are applied to every component', 'internal documents and systems'),
    '2.2.5': partial('Insecure services and protocols are justified and compensated', 'HTTP and TLS of this host only'),
    '2.2.6': partial('Security settings make misuse difficult', 'response headers, cookies and banners only'),
    '2.2.7': partial('Remote administration is strongly encrypted', 'only if this is an administrative interface'),
    '4.2.1': partial(
      'Card numbers on open networks travel under strong cryptography, with trusted, valid certificates',
      'the connection to this host only',
    ),
    '4.2.1.1': none('Keys and certificates that protect card numbers in transit are inventoried', 'an internal record'),
    '4.2.2': none('Card numbers in e-mail and chat are strongly encrypted', 'messages are not visible'),
    '5.4.1': partial(
      'Mechanisms detect phishing and protect personnel',
      'published mail policies only, named in guidance',
    ),
    '6.2.4': partial('Own software is engineered against the common classes of attack', 'browser-side defences only'),
    '6.3.1': none('Vulnerabilities are identified and ranked by risk', 'an internal process'),
    '6.3.2': none('Own software and its third-party components are inventoried', 'an internal record'),
    '6.3.3': partial('Known vulnerabilities are patched in time', 'client-side libraries and server banners only'),
    '6.4.2': none('An automated solution detects and prevents web attacks', 'attacks were not attempted'),
    '6.4.3': partial(
      'Payment-page scripts are authorised, integrity-assured and inventoried',
      'scripts named in the HTML of the scanned page',
    ),
    '8.2.8': none('Idle sessions need re-authentication', 'no login was attempted'),
    '8.3.1': none('Users are authenticated with at least one factor', 'no login was attempted'),
    '8.3.2': partial('Authentication factors are unreadable in transit and storage', 'transport of login forms only'),
    '11.3.2': none('External vulnerability scans by an Approved Scanning Vendor', 'this is not such a scan'),
    '11.4.3': none('External penetration tests', 'this is not such a test'),
    '11.6.1': none(
      'Changes to payment-page headers and scripts raise an alert',
      'one scan cannot show monitoring over time',
    ),
    '12.3.3': none('Cipher suites and protocols are inventoried and reviewed', 'an internal process'),
    '12.8.1': none('Third-party service providers are listed', 'an internal record'),
    '12.10.1': none('An incident response plan is ready to run', 'an internal document'),
  },
};
