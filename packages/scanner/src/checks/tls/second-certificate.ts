import { defineCheck } from '../../check.ts';
import { chainFaults } from '../../facts/certificates/chain-faults.ts';
import { RENEW_LINES } from './server-config.ts';
import { signsHandshakes } from './what-was-seen.ts';

/** Example that triggers it: the ECDSA certificate was renewed, but the RSA one expired. */
export default defineCheck({
  id: 'tls/second-certificate',
  title: 'Second certificate (for clients without ECDSA)',
  severity: 'critical',
  deduction: 30,
  why: 'Many servers have both an ECDSA and an RSA certificate, and each client sees only one. A problem with the one that browsers never see goes unnoticed until other clients fail.',
  fix: `Renew both certificates together, or remove the RSA one. ${RENEW_LINES}`,
  references: [
    'https://nginx.org/en/docs/http/configuring_https_servers.html',
    'https://www.rfc-editor.org/rfc/rfc5280#section-6',
  ],
  needs: ['tls'],
  outcomes: {
    sound: { title: 'Second certificate has no problems', status: 'good' },
    refused: {
      title: 'Clients reject the second certificate',
      weakness: 'cert-untrusted',
      status: 'bad',
      cap: 49,
      explanation:
        'Clients without ECDSA get a different certificate than browsers do, and they reject it: it is expired, for another hostname, not trusted, or has a weak key or signature.',
    },
    weak: {
      title: 'Second certificate is weak',
      weakness: 'cert-weak-key',
      status: 'weak',
      severity: 'important',
      deduction: 8,
      cap: 79,
      note: 'Clients without ECDSA get a weaker certificate than browsers.',
    },
  },
  judge({ tls }, { scannedAt }) {
    if (tls.endpoint !== 'tls' || !tls.second_chain) return null;
    const chain = tls.second_chain;
    const shown = { chain, host: tls.host, signs: signsHandshakes(tls), now: scannedAt };
    const { refused, weak } = chainFaults(shown);
    const [second] = chain.certificates;
    if (!second) return refused.length > 0 ? { outcome: 'refused', evidence: refused } : null;
    const name = `${second.subject} (serial ${second.serial})`;
    const evidence = [...refused, ...weak].map((fault) => `${name}: ${fault}`);
    if (evidence.length === 0) return { outcome: 'sound', evidence: [name] };
    return { outcome: refused.length > 0 ? 'refused' : 'weak', evidence };
  },
});
