import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createSecureContext, type SecureContext } from 'node:tls';
import { promisify } from 'node:util';
import { startDnsServer, type LabDnsServer } from '@palisade/lab/dns-server';
import { fuzzKeys, oddChain } from '@palisade/lab/tls/certificate-fuzz';
import { keyPem } from '@palisade/lab/tls/raw-certificate';
import { serveScripted } from '@palisade/lab/tls/scripted-tls';
import { serveTls, type TlsHost } from '@palisade/lab/tls/tls-host';
import { afterAll, beforeAll, expect, it } from 'vitest';

const CHILD = fileURLToPath(new URL('../../../test/fuzz-child.ts', import.meta.url));
const ADDRESS = '127.77.9.10';
const CHAINS = 500;
/** Servers that send spoilt bytes: OpenSSL's own would not load them. */
const SPOILT = 100;
const SEED = 20_261_122;

const keys = fuzzKeys();
const hosts: TlsHost[] = [];
let dns: LabDnsServer | undefined;
beforeAll(async () => {
  dns = await startDnsServer({ records: [`fuzz.test A ${ADDRESS}`] });
});
afterAll(async () => {
  await Promise.all([...hosts.map((host) => host.close()), dns?.close()]);
});

it(
  'no certificate out of a thousand ends the process, or makes a reader of ours throw',
  { timeout: 120_000 },
  async () => {
    const key = keyPem(keys.usual);
    let served = 0;
    const next = (): SecureContext | null => {
      const { certificates } = oddChain(keys, 'fuzz.test', SEED + (served += 1));
      try {
        return createSecureContext({
          ciphers: 'DEFAULT:@SECLEVEL=0',
          key,
          cert: certificates.map(({ pem }) => pem).join(''),
        });
      } catch {
        // Not every odd certificate can be loaded by an honest server.
        return null;
      }
    };
    const usual = oddChain(keys, 'fuzz.test', 0);
    const server = await serveTls({
      key,
      cert: usual.certificates[0]?.pem,
      address: ADDRESS,
      SNICallback: (_name, done) => done(null, next() ?? undefined),
    });
    hosts.push(server);
    const spoilt = await Promise.all(
      Array.from({ length: SPOILT }, (_, at) =>
        serveScripted({ versions: [0x0303], suites: [0xc02b], chain: oddChain(keys, 'fuzz.test', SEED - at).wire }),
      ),
    );
    hosts.push(...spoilt);
    const policy = {
      allowCidrs: ['127.77.0.0/16'],
      allowPorts: hosts.map(({ port }) => port),
      dnsServers: [dns?.server],
      extraCa: keys.root.pem,
      userAgent: 'Palisade-Lab',
    };
    const named = Array.from({ length: CHAINS }, () => ({ host: 'fuzz.test', port: server.port }));
    const literal = spoilt.map(({ address, port }) => ({ host: address, port }));
    const order = JSON.stringify({ policy, places: [...named, ...literal] });
    const { stdout } = await promisify(execFile)(process.execPath, [CHILD, order], { maxBuffer: 1 << 24 });
    const result = JSON.parse(stdout) as { handshakes: number; states: Record<string, number>; faults: string[] };
    console.info(`certificate fuzzer: ${result.handshakes} handshakes, ${JSON.stringify(result.states)}`);
    expect(result.faults).toEqual([]);
    expect(result.handshakes).toBeGreaterThanOrEqual(1000);
    // The fuzzer must not break everything, or it would test little.
    expect(result.states['trusted'] ?? 0).toBeGreaterThan(100);
  },
);
