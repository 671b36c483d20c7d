import { defineCheck } from '../../check.ts';

/** Example that triggers it: a load balancer in front of an old server and a new one. */
export default defineCheck({
  id: 'tls/several-servers',
  title: 'Servers behind the IP address',
  severity: 'minor',
  deduction: 0,
  why: 'Several servers can share an IP address, behind a load balancer. Each connection reaches one of them, so a weakness of one server affects only some visitors, and is easy to miss.',
  fix: null,
  references: ['https://www.rfc-editor.org/rfc/rfc9325'],
  needs: ['tls'],
  outcomes: {
    differ: {
      title: 'Servers behind the IP address differ',
      status: 'good',
      weakness: 'tls-obsolete',
      note: 'No points are deducted. Some responses differ between connections, although a single server gives the same ones each time. The scan cannot choose the server, so this report can miss what only one of them accepts. Give all of them the same TLS configuration.',
    },
  },
  judge({ tls }) {
    if (tls.endpoint !== 'tls' || !tls.servers) return null;
    const { differences, old_refusals: refusals } = tls.servers;
    const { 'TLS 1.0': tls10, 'TLS 1.1': tls11 } = tls.versions;
    const asked =
      tls10 === false && tls11 === false
        ? { note: `TLS 1.1 and older were offered ${refusals} times and rejected.` }
        : {};
    return { outcome: 'differ', evidence: differences.map((what) => `different: ${what}`), ...asked };
  },
});
