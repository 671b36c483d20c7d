import type { Chain, OtherAddress, TlsEvidence } from '../../evidence/tls.ts';
import { chainFaults } from '../certificates/chain-faults.ts';

export interface AddressDifference {
  /**
   * `refused_certificate`: browsers refuse the one there. `weak_certificate`: some clients do. `no_tls`: words of a server that is broken or refuses everyone, or none of TLS.
   * `harmless`: different, and no worse. `unknown`: silence, no way there from here, or no certificate seen.
   */
  kind:
    | 'refused_certificate'
    | 'weak_certificate'
    | 'older_version'
    | 'missing_version'
    | 'harmless'
    | 'no_tls'
    | 'unknown';
  sentence: string;
}

const BROKEN: ReadonlySet<string> = new Set(['refused', 'reset', 'closed', 'not_tls', 'malformed']);

const UNSEEN: AddressDifference = { kind: 'unknown', sentence: 'its certificate was not seen' };

/** What another address of the name does otherwise than the one that the rest of the evidence is about. */
export function addressDifferences(one: OtherAddress, tls: TlsEvidence, now: number): AddressDifference[] {
  const { answer, versions, chain } = one;
  if (answer !== 'hello' && answer !== 'alert') {
    const sentence = `no TLS response (${answer.replaceAll('_', ' ')})`;
    return [{ kind: BROKEN.has(answer) ? 'no_tls' : 'unknown', sentence }];
  }
  // Without one hello, there is nothing to compare.
  if (answer === 'alert')
    return Object.values(versions).every((state) => state === false)
      ? [{ kind: 'no_tls', sentence: 'every handshake is refused there' }]
      : [{ kind: 'unknown', sentence: 'it answers with alerts alone' }];
  const here = (...names: readonly (keyof TlsEvidence['versions'])[]): boolean | null => {
    const states = names.map((name) => tls.versions[name] ?? null);
    return states.includes(true) ? true : states.includes(null) ? null : false;
  };
  const asks = one.client_certificate_requested === true && tls.client_certificate_requested === false;
  return [
    ...version('TLS 1.3', versions['TLS 1.3'], here('TLS 1.3'), 'missing_version'),
    ...version('TLS 1.2', versions['TLS 1.2'], here('TLS 1.2'), 'missing_version'),
    ...version('TLS 1.1 or older', versions.older, here('TLS 1.1', 'TLS 1.0', 'SSLv3'), 'older_version'),
    ...(asks ? [{ kind: 'harmless' as const, sentence: 'it requests a client certificate' }] : []),
    ...(chain ? certificateDifferences(chain, tls, now) : [UNSEEN]),
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

/** Two certificates for one name are no fault; one that clients refuse is, and one that is sent without its issuer. */
function certificateDifferences(there: Chain, tls: TlsEvidence, now: number): AddressDifference[] {
  const { chain, second_chain: second, other_chains: others, host } = tls;
  const [leaf] = there.certificates;
  const here = [chain, second, ...others.map((one) => one.chain)].filter((one) => one !== null);
  if (here.every(({ certificates }) => certificates.length === 0)) return [];
  const faultsOf = (one: Chain) => chainFaults({ chain: one, host, signs: null, now });
  // What is wrong with a certificate that is served here too, the checks of this address say.
  const known = here.filter(({ certificates }) => certificates[0]?.sha256 === leaf?.sha256).map(faultsOf);
  const said = new Set(known.flatMap(({ refused, weak }) => [...refused, ...weak]));
  const { refused, weak } = faultsOf(there);
  const phrase = (kind: AddressDifference['kind']) => (fault: string) => ({
    kind,
    sentence: `that certificate: ${fault}`,
  });
  return [
    ...(leaf && known.length === 0
      ? [
          {
            kind: 'harmless' as const,
            sentence: `another certificate: ${leaf.subject}, valid until ${leaf.not_after.slice(0, 10)}`,
          },
        ]
      : []),
    ...refused.filter((fault) => !said.has(fault)).map(phrase('refused_certificate')),
    ...weak.filter((fault) => !said.has(fault)).map(phrase('weak_certificate')),
  ];
}
