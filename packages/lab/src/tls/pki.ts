import { issueOdd, type Issued } from './certificates.ts';

/** Valid and invalid authorities. Only `root` is meant to be trusted. */
export interface LabPki {
  root: Issued;
  intermediate: Issued;
  rsaIntermediate: Issued;
  sha1Intermediate: Issued;
  expiredIntermediate: Issued;
  strangerRoot: Issued;
  stranger: Issued;
}

export async function createPki(): Promise<LabPki> {
  const years = { from: -400, to: 2000, ca: true } as const;
  const root = await issueOdd({ subject: 'CN=TLS Lab Root', ...years });
  const strangerRoot = await issueOdd({ subject: 'CN=Stranger Root', ...years });
  const below = { issuer: root, ...years };
  return {
    root,
    strangerRoot,
    intermediate: await issueOdd({ subject: 'CN=TLS Lab Intermediate', ...below }),
    rsaIntermediate: await issueOdd({ subject: 'CN=TLS Lab RSA Intermediate', ...below, key: 'rsa' }),
    sha1Intermediate: await issueOdd({ subject: 'CN=TLS Lab SHA-1 Intermediate', ...below, hash: 'SHA-1' }),
    expiredIntermediate: await issueOdd({ subject: 'CN=TLS Lab Expired Intermediate', ...below, to: -1 }),
    stranger: await issueOdd({ subject: 'CN=Stranger Intermediate', issuer: strangerRoot, ...years }),
  };
}

/** PEM of a chain as a server sends it. */
export function pemOf(...chain: readonly Issued[]): string {
  return chain.map(({ pem }) => pem).join('');
}

export function derOf(...chain: readonly Issued[]): Uint8Array[] {
  return chain.map(({ certificate }) => new Uint8Array(certificate.rawData));
}
