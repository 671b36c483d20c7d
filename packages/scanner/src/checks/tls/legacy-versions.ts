import { defineCheck } from '../../check.ts';
import { PROTOCOL_LINES } from './server-config.ts';
import { unanswered } from './what-was-seen.ts';

const OPEN = 'The scan could not determine whether the server also accepts TLS 1.0.';

/** Example that triggers it: a ServerHello of version 0x0301. */
export default defineCheck({
  id: 'tls/legacy-versions',
  title: 'TLS 1.0 and TLS 1.1',
  severity: 'important',
  deduction: 8,
  why: 'TLS 1.0 and 1.1 depend on MD5 and SHA-1 and were deprecated in 2021. No current browser uses them, so they only help attackers who want a weaker connection.',
  fix: PROTOCOL_LINES,
  references: ['https://www.rfc-editor.org/rfc/rfc8996'],
  needs: ['tls'],
  outcomes: {
    refused: { title: 'TLS 1.0 and 1.1 are rejected', status: 'good' },
    tls10: {
      title: 'TLS 1.0 is accepted',
      weakness: 'tls-obsolete',
      status: 'weak',
      cap: 79,
      note: 'PCI DSS has not allowed TLS 1.0 since 2018.',
    },
    tls11: {
      title: 'TLS 1.1 is accepted',
      weakness: 'tls-obsolete',
      status: 'weak',
      deduction: 6,
      cap: 79,
      note: 'The server rejects TLS 1.0 but accepts TLS 1.1.',
    },
  },
  judge({ tls }) {
    if (tls.endpoint !== 'tls') return null;
    const { 'TLS 1.0': tls10, 'TLS 1.1': tls11 } = tls.versions;
    const evidence = (['TLS 1.0', 'TLS 1.1'] as const)
      .filter((version) => tls.versions[version] === true)
      .map((version) => [`${version} is accepted`, tls.suites[version]?.[0]].filter(Boolean).join(', with '));
    if (tls10 === true) return { outcome: 'tls10', evidence };
    if (tls11 === true) return { outcome: 'tls11', evidence, ...(tls10 === null ? { note: OPEN } : {}) };
    if (tls10 === false && tls11 === false) return { outcome: 'refused' };
    return unanswered(tls);
  },
});
