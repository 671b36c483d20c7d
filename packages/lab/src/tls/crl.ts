import 'reflect-metadata';
import * as x509 from '@peculiar/x509';
import { daysFromNow } from '../ca.ts';
import type { Issued } from './certificates.ts';

export interface CrlRequest {
  issuer: Issued;
  revoked?: readonly Issued[];
  /** Further entries, with serial numbers of no certificate. */
  others?: number;
  /** Days from now; default -1 and 6. */
  from?: number;
  to?: number;
  /** The signer; default the issuer. */
  signer?: Issued;
}

/** A list of revoked certificates (RFC 5280 §5), signed with ECDSA and SHA-256. */
export async function revocationList(request: CrlRequest): Promise<Buffer> {
  const { issuer, revoked = [], others = 0, from = -1, to = 6, signer = issuer } = request;
  const strangers = Array.from({ length: others }, (_, at) => (0x10_00_00_00 + at).toString(16));
  const list = await x509.X509CrlGenerator.create({
    issuer: issuer.certificate.subject,
    thisUpdate: daysFromNow(from),
    nextUpdate: daysFromNow(to),
    entries: [...strangers, ...revoked.map(({ certificate }) => certificate.serialNumber)].map((serialNumber) => ({
      serialNumber,
      revocationDate: daysFromNow(-10),
    })),
    signingAlgorithm: { name: 'ECDSA', hash: 'SHA-256' },
    signingKey: signer.keys.privateKey,
  });
  return Buffer.from(list.rawData);
}
