/** The servers of the benchmark, in a separate process, so that their work is not counted as ours. */
import { startLab } from '@palisade/lab/lab';
import { startDnsServer } from '@palisade/lab/dns-server';
import { nextLabAddress } from '@palisade/lab/site/lab-address';
import { delayTcp, delayUdp } from './delay-line.ts';
import { DEFAULT, MAIL_RECORDS, SOUND } from './sites.ts';

/** What the measuring process receives. */
export interface BenchLab {
  near: NodeJS.ProcessEnv;
  /** The same sites behind the delay line. */
  far: NodeJS.ProcessEnv;
  /** By host; with a port where this user may not bind 443. */
  urls: Record<string, string>;
  addresses: Record<string, string>;
  caPem: string;
}

const roundTripMs = Number(process.argv[2]);
const lab = await startLab({ sites: [SOUND, DEFAULT], records: MAIL_RECORDS });
const lines: (() => void)[] = [];
const farRecords: string[] = [];
const farAddresses: string[] = [];
for (const site of lab.sites.values()) {
  const address = nextLabAddress();
  farAddresses.push(`${address}/32`);
  farRecords.push(`${site.host} A ${address}`);
  for (const port of [site.httpPort, site.httpsPort]) {
    lines.push(await delayTcp({ address, port }, { address: site.address, port }, roundTripMs));
  }
}
const farDns = await startDnsServer({ records: [...farRecords, ...MAIL_RECORDS] });
const resolver = { address: farDns.address, port: farDns.port + 1 };
lines.push(await delayUdp(resolver, farDns, roundTripMs));
const message: BenchLab = {
  near: lab.env,
  far: {
    ...lab.env,
    SCAN_ALLOW_CIDRS: farAddresses.join(','),
    SCAN_DNS_SERVERS: `${resolver.address}:${resolver.port}`,
  },
  urls: Object.fromEntries([...lab.sites.keys()].map((host) => [host, lab.url(host)])),
  addresses: Object.fromEntries([...lab.sites.values()].map(({ host, address }) => [host, address])),
  caPem: lab.ca.certificatePem,
};
process.send?.(message);
process.once('disconnect', () => {
  for (const end of lines) end();
  void Promise.all([lab.close(), farDns.close()]).then(() => process.exit(0));
});
