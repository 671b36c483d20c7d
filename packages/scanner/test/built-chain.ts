/** Chains of four certificates, valid except for what a test changes, and the verdict on them. */
import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import {
  authorityExtensions,
  der,
  distinguishedName,
  ia5,
  issueRaw,
  leafExtensions,
  type RawCertificate,
  type RawRequest,
} from '@palisade/lab/tls/raw-certificate';
import { anchorsWith } from '../src/gather/tls/anchors.ts';
import { judgeTrust } from '../src/gather/tls/trust-path.ts';

export const keys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
export const cn = (CN: string): Buffer => distinguishedName({ CN });
export const CLIENT_AUTH = '1.3.6.1.5.5.7.3.2';
export const SERVER_AUTH = '1.3.6.1.5.5.7.3.1';
export const without = (id: string, list: RawRequest['extensions'] = []) => list.filter((one) => one.oid !== id);
export const dns = (name: string): Buffer => ia5(0x82, name);
export const address = (...octets: number[]): Buffer => der(0x87, Buffer.from(octets));

export interface Chain {
  root?: Partial<RawRequest>;
  upper?: Partial<RawRequest>;
  lower?: Partial<RawRequest>;
  leaf?: Partial<RawRequest>;
}

/** Leaf, lower and upper intermediate, root: all valid except for the given changes. */
export function build({ root, upper, lower, leaf }: Chain): { root: RawCertificate; sent: RawCertificate[] } {
  const top = issueRaw({ subject: cn('Root'), keys: keys(), extensions: authorityExtensions(), ...root });
  const one = issueRaw({
    subject: cn('Upper'),
    keys: keys(),
    issuer: top,
    extensions: authorityExtensions(),
    ...upper,
  });
  const two = issueRaw({
    subject: cn('Lower'),
    keys: keys(),
    issuer: one,
    extensions: authorityExtensions(0),
    ...lower,
  });
  const end = issueRaw({
    subject: cn('shop.test'),
    keys: keys(),
    issuer: two,
    extensions: leafExtensions('shop.test'),
    ...leaf,
  });
  return { root: top, sent: [end, two, one] };
}

export const verdict = ({ root, sent }: ReturnType<typeof build>) =>
  judgeTrust({
    certificates: sent.map((one) => new X509Certificate(one.der)),
    anchors: anchorsWith(root.pem),
    code: undefined,
    now: Date.now(),
  });

export const plus = (...more: NonNullable<RawRequest['extensions']>) => [...authorityExtensions(), ...more];
export const leafPlus = (...more: NonNullable<RawRequest['extensions']>) => [...leafExtensions('shop.test'), ...more];
export const unknown = (critical: boolean) => ({ oid: '1.2.3.4.5', critical, value: Buffer.from([5, 0]) });
