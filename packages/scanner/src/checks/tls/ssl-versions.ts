import { defineCheck } from '../../check.ts';
import { PROTOCOL_LINES } from './server-config.ts';
import { unanswered } from './what-was-seen.ts';

/** Example that triggers it: a ServerHello of version 0x0300. */
export default defineCheck({
  id: 'tls/ssl-versions',
  title: 'SSL 2.0 and SSL 3.0',
  severity: 'critical',
  deduction: 20,
  why: 'SSL 2.0 and 3.0 are broken. An attacker on the network path can decrypt cookies (POODLE) or, through SSL 2.0, sessions of newer protocols that use the same key (DROWN).',
  fix: PROTOCOL_LINES,
  references: ['https://www.rfc-editor.org/rfc/rfc6176', 'https://www.rfc-editor.org/rfc/rfc7568'],
  needs: ['tls'],
  outcomes: {
    refused: { title: 'SSL 2.0 and SSL 3.0 are rejected', status: 'good' },
    ssl3_refused: {
      title: 'SSL 3.0 is rejected',
      status: 'good',
      note: 'The scan could not determine whether the server supports SSL 2.0, because it did not respond to the SSL 2.0 hello.',
    },
    offered: { title: 'SSL 2.0 or SSL 3.0 is accepted', weakness: 'tls-obsolete', status: 'bad', cap: 49 },
  },
  judge({ tls }) {
    if (tls.endpoint !== 'tls') return null;
    const offered = (['SSLv2', 'SSLv3'] as const).filter((version) => tls.versions[version] === true);
    if (offered.length > 0) return { outcome: 'offered', evidence: offered.map((version) => `${version} is accepted`) };
    if (tls.versions.SSLv3 === false) return { outcome: tls.versions.SSLv2 === false ? 'refused' : 'ssl3_refused' };
    return unanswered(tls);
  },
});
