import type { Certificate, OtherAddress, TlsEvidence } from '../../evidence/tls.ts';
import { chainFaults } from '../certificates/chain-faults.ts';

export interface AddressDifference {
  /**
   * `refused_certificate`: browsers refuse the one there. `no_tls`: words of a server that is broken, or none of TLS.
   * `harmless`: different, and no worse. `unknown`: silence, or no way there from here.
   */
  kind: 'refused_certificate' | 'older_version' | 'missing_version' | 'harmless' | 'no_tls' | 'unknown';
  sentence: string;
}

const REFUSED_STATES: ReadonlySet<string> = new Set(['self_signed', 'untrusted_root', 'unknown_issuer', 'invalid']);
/** A chain of which only the leaf and the verdict are kept. */
const LEAF_ALONE = { code: null, path: [], anchor: null, other_anchors: [], issuer: null, faults: [] };
const BROKEN: ReadonlySet<string> = new Set(['refused', 'reset', 'closed', 'not_tls', 'malformed']);

/** What another address of the name does otherwise than the one that the rest of the evidence is about. */
export function addressDifferences(one: OtherAddress, tls: TlsEvidence, now: number): AddressDifference[] {
  const { answer, versions, certificate } = one;
  if (answer !== 'hello' && answer !== 'alert') {
    const sentence = `no TLS answer (${answer.replaceAll('_', ' ')})`;
    return [{ kind: BROKEN.has(answer) ? 'no_tls' : 'unknown', sentence }];
  }
  const here = (...names: readonly (keyof TlsEvidence['versions'])[]): boolean | null => {
    const states = names.map((name) => tls.versions[name] ?? null);
    return states.includes(true) ? true : states.includes(null) ? null : false;
  };
  const [leaf] = tls.chain.certificates;
  return [
    ...version('TLS 1.3', versions['TLS 1.3'], here('TLS 1.3'), 'missing_version'),
    ...version('TLS 1.2', versions['TLS 1.2'], here('TLS 1.2'), 'missing_version'),
    ...version('TLS 1.1 or older', versions.older, here('TLS 1.1', 'TLS 1.0', 'SSLv3'), 'older_version'),
    ...(certificate && leaf ? certificateDifferences(certificate, one, tls, now) : []),
  ];
}

/** More of a current version is no fault, and neither is less of an old one. */
function version(
  name: string,
  there: boolean | null,
  here: boolean | null,
  kind: 'older_version' | 'missing_version',
): AddressDifference[] {
  if (there === null || here === null || there === here) return [];
  const isWorse = there === (kind === 'older_version');
  const sentence = `${name} is ${there ? 'accepted' : 'refused'} there`;
  return [{ kind: isWorse ? kind : 'harmless', sentence }];
}

/** Two certificates for one name are no fault; one that clients refuse is. */
function certificateDifferences(
  there: Certificate,
  { trust }: OtherAddress,
  tls: TlsEvidence,
  now: number,
): AddressDifference[] {
  const { chain, second_chain: second } = tls;
  const known = [chain, second].some((one) => one?.certificates[0]?.sha256 === there.sha256);
  if (known) return [];
  // An intermediate that is not sent there is no reason to refuse: browsers fetch it.
  const state = trust !== null && REFUSED_STATES.has(trust) ? trust : 'trusted';
  const shown = { certificates: [there], trust: { ...LEAF_ALONE, state } };
  const { refused } = chainFaults({ chain: shown, host: tls.host, signs: null, now });
  return [
    {
      kind: 'harmless',
      sentence: `another certificate: ${there.subject}, valid until ${there.not_after.slice(0, 10)}`,
    },
    ...refused.map((fault) => ({ kind: 'refused_certificate' as const, sentence: `that certificate: ${fault}` })),
  ];
}
