import { startDnsServer } from '@palisade/lab/dns-server';
import { sharedCa } from '@palisade/lab/ca';
import { tlsSummary } from '@palisade/report/tls-tables';
import { Evidence } from '@palisade/scanner/evidence';
import { judge } from '@palisade/scanner/judge';
import { scan } from '@palisade/scanner/scan';
import { describe, expect, it } from 'vitest';
import { startWebServer, webServerOrSkip } from './fixes/web-servers.ts';

const ADDRESS = '127.77.44.1';
const PORT = 8443;

describe.skipIf(!webServerOrSkip('caddy'))('HTTP/3 of a real server', () => {
  it('is requested where it is advertised, and responds', async () => {
    const ca = await sharedCa();
    const { key, chainPem } = await ca.issue({ names: ['quic.test'], intermediate: true });
    const hosts = [{ host: 'quic.test', upstream: `${ADDRESS}:1`, pasted: ['respond "hello"'] }];
    const server = await startWebServer('caddy', { address: ADDRESS, port: PORT, hosts, keyPem: key, chainPem });
    const dns = await startDnsServer({ records: [`quic.test A ${ADDRESS}`] });
    const policy = {
      allowCidrs: [`${ADDRESS}/32`],
      allowPorts: [80, 443, PORT],
      dnsServers: [dns.server],
      extraCa: ca.certificatePem,
      userAgent: 'Palisade-Test',
    };
    try {
      const { evidence, report } = await scan(`https://quic.test:${PORT}/`, { policy, timeoutMs: 15_000 });
      expect(report.tls.details?.http3).toMatchObject({ announced_by: ['Alt-Svc'], tested: true, answers: true });
      const line =
        /^HTTP\/3: announced by Alt-Svc; UDP port 8443 supports QUIC version 1 with TLS 1\.3, TLS_AES_128_GCM_SHA256, X25519;/u;
      expect(tlsSummary(report.tls.details).filter((one) => line.test(one))).toHaveLength(1);
      // The evidence was saved, and leads to the same verdict without a network.
      const again = judge(Evidence.parse(JSON.parse(JSON.stringify(evidence))), 'again');
      expect(again.tls.details?.http3).toEqual(report.tls.details?.http3);

      const off = await scan(`https://quic.test:${PORT}/`, { policy: { ...policy, http3: false }, timeoutMs: 15_000 });
      expect(off.report.tls.details?.http3).toMatchObject({ announced_by: ['Alt-Svc'], tested: false, answers: null });
    } finally {
      await Promise.all([server.close(), dns.close()]);
    }
  });
});
