import { defineCheck } from '../../check.ts';
import type { Certificate } from '../../evidence/tls.ts';
import { CHAIN_LINES } from './server-config.ts';

/** Example that triggers it: leaf, root, intermediate. */
export default defineCheck({
  id: 'tls/chain-order',
  title: 'Certificate chain as sent',
  severity: 'minor',
  deduction: 1,
  why: 'A server sends its own certificate first and then each issuer in turn, without the root. Strict clients of TLS 1.2 reject another order, and anything superfluous slows every handshake down.',
  fix: CHAIN_LINES,
  references: [
    'https://www.rfc-editor.org/rfc/rfc5246#section-7.4.2',
    'https://www.rfc-editor.org/rfc/rfc8446#section-4.4.2',
  ],
  needs: ['tls'],
  outcomes: {
    ordered: { title: 'Certificates sent in order', status: 'good' },
    superfluous: {
      title: 'Certificates sent in order, with more than needed',
      status: 'good',
      note: 'Certificates are sent that no client needs.',
    },
    disordered: {
      title: 'Certificates sent out of order',
      weakness: 'chain-disordered',
      status: 'weak',
      note: 'A certificate does not come right after the one it signed.',
    },
  },
  judge({ tls }) {
    const sent = tls.chain.certificates;
    if (tls.endpoint !== 'tls' || sent.length === 0) return null;
    const evidence = sent.map((one, at) => `${at}: ${one.subject}${remark(sent, at, tls.chain.trust?.path ?? [])}`);
    // Positions of the path's certificates on the wire must rise one by one.
    const positions = (tls.chain.trust?.path ?? [])
      .map((fingerprint) => sent.findIndex((one) => one.sha256 === fingerprint))
      .filter((at) => at >= 0);
    if (positions.some((at, index) => at < (positions[index - 1] ?? 0))) return { outcome: 'disordered', evidence };
    return { outcome: evidence.some((line) => line.endsWith(')')) ? 'superfluous' : 'ordered', evidence };
  },
});

function remark(sent: readonly Certificate[], at: number, path: readonly string[]): string {
  const one = sent[at];
  if (!one || at === 0) return '';
  if (sent.findIndex(({ sha256 }) => sha256 === one.sha256) < at) return ' (sent twice)';
  if (one.self_signed) return ' (a root)';
  return path.includes(one.sha256) ? '' : ' (not part of the chain)';
}
