import { defineCheck } from '../../check.ts';
import { unknownUnlessModern } from './what-was-seen.ts';

/** Example that triggers it: a TLS 1.2 ServerHello without the extended_master_secret extension. */
export default defineCheck({
  id: 'tls/extended-master-secret',
  title: 'Extended master secret',
  severity: 'minor',
  deduction: 1,
  why: 'In TLS 1.2, the extended master secret binds session keys to the full handshake, so that an attacker cannot give two sessions the same keys (the triple handshake attack).',
  fix: 'Update the TLS software: OpenSSL has supported this since 1.1.0 (2016), Windows since 2016.',
  references: ['https://www.rfc-editor.org/rfc/rfc7627'],
  needs: ['tls'],
  outcomes: {
    supported: { title: 'Extended master secret is supported', status: 'good' },
    missing: { title: 'Extended master secret is not supported', weakness: 'tls-handshake', status: 'missing' },
  },
  judge({ tls }) {
    if (tls.endpoint !== 'tls') return null;
    // TLS 1.3 binds keys to the whole handshake in any case.
    if (tls.extended_master_secret === null) return unknownUnlessModern(tls);
    return { outcome: tls.extended_master_secret ? 'supported' : 'missing' };
  },
});
