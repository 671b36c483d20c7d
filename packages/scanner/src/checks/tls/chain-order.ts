import { defineCheck } from '../../check.ts';
import type { Certificate } from '../../evidence/tls.ts';
import { CHAIN_LINES } from './server-config.ts';

/** Example that triggers it: leaf, root, intermediate. */
export default defineCheck({
  id: 'tls/chain-order',
  title: 'Certificate chain order',
  severity: 'minor',
  deduction: 1,
  why: 'A server should send its own certificate first, then each issuer in order, without the root. Strict TLS 1.2 clients reject any other order, and unnecessary certificates slow down every handshake.',
  fix: CHAIN_LINES,
  references: [
    'https://www.rfc-editor.org/rfc/rfc5246#section-7.4.2',
    'https://www.rfc-editor.org/rfc/rfc8446#section-4.4.2',
  ],
  needs: ['tls'],
  outcomes: {
    ordered: { title: 'Certificates are sent in order', status: 'good' },
    superfluous: {
      title: 'Unnecessary certificates are sent',
      status: 'good',
      note: 'The server sends certificates that no client needs.',
    },
    disordered: {
      title: 'Certificates are sent out of order',
      weakness: 'chain-disordered',
      status: 'weak',
      note: 'A certificate does not directly follow the one it signed.',
    },
  },
  judge({ tls }) {
    const sent = tls.chain.certificates;
    if (tls.endpoint !== 'tls' || sent.length === 0) return null;
    const evidence = sent.map((one, at) => `${at}: ${one.subject}${remark(sent, at, tls.chain.trust?.path ?? [])}`);
    // The positions of the path's certificates on the wire must ascend.
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
