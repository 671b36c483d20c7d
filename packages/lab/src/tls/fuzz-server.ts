import { createSecureContext, type SecureContext } from 'node:tls';
import { startDnsServer } from '../dns-server.ts';
import { fuzzKeys, oddChain } from './certificate-fuzz.ts';
import { keyPem } from './raw-certificate.ts';
import { serveScripted } from './scripted-tls.ts';
import { serveTls } from './tls-host.ts';

const ADDRESS = '127.77.9.10';
const NAME = 'fuzz.test';

export interface FuzzServer {
  policy: {
    allowCidrs: string[];
    allowPorts: number[];
    dnsServers: string[];
    extraCa: string;
    userAgent: string;
  };
  /** `named` sends another chain to each connection. The others each send their own corrupted bytes. */
  named: { host: string; port: number };
  spoilt: { host: string; port: number }[];
  close(): Promise<void>;
}

/** Servers that show another odd chain in each handshake. The same seed gives the same chains. */
export async function startFuzzServer({ seed, spoilt: count }: { seed: number; spoilt: number }): Promise<FuzzServer> {
  const keys = fuzzKeys();
  const dns = await startDnsServer({ records: [`${NAME} A ${ADDRESS}`] });
  const key = keyPem(keys.usual);
  let served = 0;
  const next = (): SecureContext | null => {
    const { certificates } = oddChain(keys, NAME, seed + (served += 1));
    const cert = certificates.map(({ pem }) => pem).join('');
    try {
      return createSecureContext({ ciphers: 'DEFAULT:@SECLEVEL=0', key, cert });
    } catch {
      // Not every odd certificate can be loaded by an honest server.
      return null;
    }
  };
  const server = await serveTls({
    key,
    cert: oddChain(keys, NAME, 0).certificates[0]?.pem,
    address: ADDRESS,
    SNICallback: (_name, done) => done(null, next() ?? undefined),
  });
  // OpenSSL's own server would not load these.
  const spoilt = await Promise.all(
    Array.from({ length: count }, (_, at) =>
      serveScripted({ versions: [0x0303], suites: [0xc02b], chain: oddChain(keys, NAME, seed - at).wire }),
    ),
  );
  const hosts = [server, ...spoilt];
  return {
    policy: {
      allowCidrs: ['127.77.0.0/16'],
      allowPorts: hosts.map(({ port }) => port),
      dnsServers: [dns.server],
      extraCa: keys.root.pem,
      userAgent: 'Palisade-Lab',
    },
    named: { host: NAME, port: server.port },
    spoilt: spoilt.map(({ address, port }) => ({ host: address, port })),
    close: async () => {
      await Promise.all([...hosts.map((host) => host.close()), dns.close()]);
    },
  };
}
