import type { TlsDetails } from '@palisade/report/sections/tls';
import type { TlsEvidence } from '../../evidence/tls.ts';
import { addressDifferences } from '../../facts/addresses/address-differences.ts';

/** The other addresses of the name, each with its differences from the scanned one. */
export function addressesOf(tls: TlsEvidence, now: number): NonNullable<TlsDetails['other_addresses']> {
  return tls.other_addresses.map((one) => ({
    address: one.address,
    family: one.family,
    answers: one.answer === 'hello' || one.answer === 'alert',
    differences: addressDifferences(one, tls, now).map(({ sentence }) => sentence),
  }));
}
