import type { Framework } from '../framework.ts';

export const gdprArt32: Framework = {
  id: 'gdpr-art32',
  name: 'GDPR Article 32',
  edition: 'Regulation (EU) 2016/679',
  status: 'current',
  statement:
    'Article 32 asks for measures appropriate to the risk. Observations here can inform that assessment; they do not replace it, and they are not legal advice.',
  outside:
    'Storage, pseudonymisation, staff, processors and organisational measures (paragraphs 3 and 4 among them) were not assessed. Consent and tracking belong to other articles and laws.',
  controls: {
    '32(1)(a)': {
      title: 'Pseudonymisation and encryption of personal data',
      reach: 'partial',
      scope: 'encryption in transit only',
    },
    '32(1)(b)': {
      title: 'Confidentiality, integrity, availability and resilience of systems and services',
      reach: 'partial',
      scope: 'what the public site and its DNS show',
    },
    '32(1)(c)': {
      title: 'Timely restoration after an incident',
      reach: 'none',
      scope: 'backups and recovery are not visible',
    },
    '32(1)(d)': {
      title: 'A process of regularly testing and evaluating the measures',
      reach: 'none',
      scope: 'one report is no process; a series of reports is something the owner may show',
    },
    '32(2)': {
      title: 'A level of security appropriate to the risk',
      reach: 'none',
      scope: 'the risk assessment is the controller’s; every issue in this report can be weighed in it',
    },
  },
};
