import type { Control, Framework } from '../framework.ts';

const partial = (title: string, scope: string): Control => ({ title, reach: 'partial', scope });
const none = (title: string, scope: string): Control => ({ title, reach: 'none', scope });

/** Bare control names of Annex A; always with the prefix, since the clauses of the standard have numbers like 8.1 too. */
export const iso27001: Framework = {
  id: 'iso27001-2022',
  name: 'ISO/IEC 27001 Annex A',
  edition: '2022',
  status: 'current',
  statement:
    'Annex A controls are about policy, process and operation, and which of them apply is set by the organisation’s Statement of Applicability. Rows hold observations relevant to a control, never a verdict on it.',
  outside: 'All other Annex A controls, and clauses 4 to 10 of the standard, were not assessed.',
  controls: {
    'A.5.7': none('Threat intelligence', 'an internal process'),
    'A.5.14': partial('Information transfer', 'transport to the site and mail policies only'),
    'A.5.17': partial('Authentication information', 'transport of login forms only'),
    'A.5.19': none(
      'Information security in supplier relationships',
      'third parties that the page loads are listed; the agreements with them are not visible',
    ),
    'A.5.21': partial(
      'Managing information security in the information and communication technology (ICT) supply chain',
      'third-party scripts and libraries only',
    ),
    'A.5.22': none(
      'Monitoring, review and change management of supplier services',
      'third parties that the page loads are listed; how they are watched is not visible',
    ),
    'A.5.24': partial(
      'Information security incident management planning and preparation',
      'a published contact for reports only',
    ),
    'A.5.34': none('Privacy and protection of personal identifiable information (PII)', 'processing is not visible'),
    'A.6.8': none('Information security event reporting', 'concerns the organisation’s own personnel'),
    'A.8.3': partial('Information access restriction', 'cross-origin sharing only'),
    'A.8.5': partial('Secure authentication', 'transport of login forms and session cookies only'),
    'A.8.7': none('Protection against malware', 'not visible from outside'),
    'A.8.8': partial(
      'Management of technical vulnerabilities',
      'client-side libraries, banners and a published contact only',
    ),
    'A.8.9': partial('Configuration management', 'the public face of this host only'),
    'A.8.12': partial('Data leakage prevention', 'referrer and cache settings only'),
    'A.8.15': none('Logging', 'not visible from outside'),
    'A.8.16': none('Monitoring activities', 'not visible from outside'),
    'A.8.20': partial('Networks security', 'DNS and disclosed addresses only'),
    'A.8.21': partial('Security of network services', 'TLS and DNS of this host only'),
    'A.8.22': none('Segregation of networks', 'not visible from outside'),
    'A.8.24': partial('Use of cryptography', 'data in transit only'),
    'A.8.25': none('Secure development life cycle', 'an internal process'),
    'A.8.26': partial('Application security requirements', 'browser-side defences only'),
    'A.8.28': partial('Secure coding', 'what the delivered page shows'),
    'A.8.29': none('Security testing in development and acceptance', 'an internal process'),
    'A.8.32': none('Change management', 'an internal process'),
  },
};
