import { defineCheck } from '../../check.ts';

/** Example that triggers it: a TLS 1.2 ServerHello without the extended_master_secret extension. */
export default defineCheck({
  id: 'tls/extended-master-secret',
  title: 'Extended master secret',
  severity: 'minor',
  deduction: 1,
  why: 'In TLS 1.2 the extended master secret ties session keys to the whole handshake, so that two sessions can never be given the same keys (the triple handshake attack).',
  fix: 'Bring the TLS software up to date: OpenSSL has had this since 1.1.0 (2016), Windows since 2016.',
  references: ['https://www.rfc-editor.org/rfc/rfc7627'],
  needs: ['tls'],
  outcomes: {
    supported: { title: 'Extended master secret supported', status: 'good' },
    missing: { title: 'Extended master secret not supported', weakness: 'tls-handshake', status: 'missing' },
  },
  judge({ tls }) {
    if (tls.endpoint !== 'tls' || tls.extended_master_secret === null) return null;
    return { outcome: tls.extended_master_secret ? 'supported' : 'missing' };
  },
});
