import { defineCheck } from '../../check.ts';
import type { Chain, TlsEvidence } from '../../evidence/tls.ts';
import { chainFaults, type ChainFaults } from '../../facts/certificates/chain-faults.ts';
import { RENEW_LINES } from './server-config.ts';
import { signsHandshakes } from './what-was-seen.ts';

/** Example that triggers it: the ECDSA certificate was renewed, but the RSA one expired. */
export default defineCheck({
  id: 'tls/second-certificate',
  title: 'Other certificates of the server',
  severity: 'critical',
  deduction: 30,
  why: 'Many servers have both an ECDSA and an RSA certificate, or several servers share an address, and each client sees only one certificate. A problem with the others goes unnoticed until clients fail.',
  fix: `Renew all certificates together, on every server, or remove those that are no longer needed. ${RENEW_LINES}`,
  references: [
    'https://nginx.org/en/docs/http/configuring_https_servers.html',
    'https://www.rfc-editor.org/rfc/rfc5280#section-6',
  ],
  needs: ['tls'],
  outcomes: {
    sound: { title: 'Other certificates have no problems', status: 'good' },
    refused: {
      title: 'Clients reject another certificate of the server',
      weakness: 'cert-untrusted',
      status: 'bad',
      cap: 49,
      explanation:
        'Some clients get a different certificate, and they reject it: it is expired, for another hostname, not trusted, or has a weak key or signature. They are clients without ECDSA, clients with an older TLS version, or those that reach another server behind the same address.',
    },
    weak: {
      title: 'Another certificate of the server is weak',
      weakness: 'cert-weak-key',
      status: 'weak',
      severity: 'important',
      deduction: 8,
      cap: 79,
      note: 'Some clients get a weaker certificate than others.',
    },
  },
  judge({ tls }, { scannedAt }) {
    if (tls.endpoint !== 'tls') return null;
    const shown = othersOf(tls);
    const judged = shown.map(({ chain, seen }) => ({ chain, seen, ...newFaults(chain, tls, scannedAt) }));
    const refused = judged.flatMap(({ refused: faults, ...one }) => named(one, faults));
    const weak = judged.flatMap(({ weak: faults, ...one }) => named(one, faults));
    if (refused.length + weak.length > 0)
      return { outcome: refused.length > 0 ? 'refused' : 'weak', evidence: [...refused, ...weak] };
    const sound = shown.flatMap(({ chain, seen }) => nameOf(chain, seen) ?? []);
    return sound.length > 0 ? { outcome: 'sound', evidence: sound } : null;
  },
});

interface Shown {
  chain: Chain;
  seen: string;
}

function othersOf({ second_chain: second, other_chains: others }: TlsEvidence): Shown[] {
  return [
    ...(second ? [{ chain: second, seen: 'for clients without ECDSA' }] : []),
    ...others.map(({ chain, version }) => ({ chain, seen: `seen with ${version}` })),
  ];
}

/** For the same certificate, sent with other intermediates, the other checks report the rest. */
function newFaults(chain: Chain, tls: TlsEvidence, now: number): ChainFaults {
  const faultsOf = (one: Chain) => chainFaults({ chain: one, host: tls.host, signs: signsHandshakes(tls), now });
  const { refused, weak } = faultsOf(chain);
  if (chain.certificates[0]?.sha256 !== tls.chain.certificates[0]?.sha256) return { refused, weak };
  const known = faultsOf(tls.chain);
  const isNew = (fault: string): boolean => ![...known.refused, ...known.weak].includes(fault);
  return { refused: refused.filter(isNew), weak: weak.filter(isNew) };
}

function nameOf({ certificates: [leaf] }: Chain, seen: string): string | null {
  return leaf ? `${leaf.subject} (serial ${leaf.serial}, ${seen})` : null;
}

function named({ chain, seen }: Shown, faults: readonly string[]): string[] {
  const name = nameOf(chain, seen);
  return faults.map((fault) => (name === null ? fault : `${name}: ${fault}`));
}
