import type { TlsDetails } from '@palisade/report/sections/tls';
import type { Certificate, OtherAddress, TlsEvidence } from '../../evidence/tls.ts';
import { coveringName } from '../../parse/x509/x509-names.ts';

/** The other addresses of the name, each with what differs there from the one that was scanned. */
export function addressesOf(tls: TlsEvidence, now: number): NonNullable<TlsDetails['other_addresses']> {
  return tls.other_addresses.map((one) => {
    const answers = one.answer === 'hello' || one.answer === 'alert';
    return { address: one.address, answers, differences: answers ? differences(one, tls, now) : [SILENCE(one.answer)] };
  });
}

const SILENCE = (answer: string): string => `no TLS answer (${answer.replaceAll('_', ' ')})`;

function differences({ versions, certificate }: OtherAddress, tls: TlsEvidence, now: number): string[] {
  const older = tls.versions['TLS 1.1'] === true || tls.versions['TLS 1.0'] === true || tls.versions.SSLv3 === true;
  const [leaf] = tls.chain.certificates;
  return [
    ...version('TLS 1.3', versions['TLS 1.3'], tls.versions['TLS 1.3'] ?? null),
    ...version('TLS 1.2', versions['TLS 1.2'], tls.versions['TLS 1.2'] ?? null),
    ...version('TLS 1.1 or older', versions.older, older),
    ...(certificate && leaf ? certificateDifferences(certificate, leaf, tls, now) : []),
  ];
}

function version(name: string, there: boolean | null, here: boolean | null): string[] {
  if (there === null || here === null || there === here) return [];
  return [`${name} is ${there ? 'accepted' : 'refused'} there`];
}

/** Two certificates for one name are no fault; one that clients refuse is. */
function certificateDifferences(there: Certificate, here: Certificate, tls: TlsEvidence, now: number): string[] {
  const known = [here, tls.second_chain?.certificates[0]].some((one) => one?.sha256 === there.sha256);
  if (known) return [];
  return [
    `another certificate: ${there.subject}, valid until ${there.not_after.slice(0, 10)}`,
    ...(now >= Date.parse(there.not_after) ? ['that certificate has expired'] : []),
    ...(coveringName(there, tls.host) === undefined ? [`that certificate does not cover ${tls.host}`] : []),
  ];
}
