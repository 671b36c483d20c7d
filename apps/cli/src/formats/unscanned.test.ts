import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { TLS_HOSTS } from '@palisade/lab/tls/hosts';
import { startTlsLab, type TlsLab } from '@palisade/lab/tls/tls-lab';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { runPalisade } from '../test/run-palisade.ts';

let lab: TlsLab;
let folder: string;
beforeAll(async () => {
  lab = await startTlsLab(TLS_HOSTS.filter(({ name }) => name === 'mtls12'));
  folder = await mkdtemp(path.join(tmpdir(), 'palisade-unscanned-'));
  await writeFile(path.join(folder, 'ca.pem'), lab.pki.root.pem);
  const { allowCidrs, allowPorts, dnsServers } = lab.policy;
  vi.stubEnv('SCAN_ALLOW_CIDRS', allowCidrs.join(','));
  vi.stubEnv('SCAN_ALLOW_PORTS', allowPorts.join(','));
  vi.stubEnv('SCAN_DNS_SERVERS', dnsServers.join(','));
  vi.stubEnv('SCAN_EXTRA_CA_FILE', path.join(folder, 'ca.pem'));
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await lab.close();
  await rm(folder, { recursive: true, force: true });
});

it('a server that requires a client certificate gives no report, but its TLS section is printed', async () => {
  const { status, out, lastError } = await runPalisade(['scan', lab.hosts.get('mtls12')?.url ?? '']);
  expect(status).toBe(3);
  expect(lastError).toMatch(/^Not scanned: .*: it requests a client certificate$/u);
  expect(out).toContain('TLS and certificate');
  expect(out).toContain('✗ TLS 1.3 is not supported');
  expect(out).toMatch(/TLS 1\.2: TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384/u);
  expect(out).toContain('Attacks, not exposed to: DROWN');
  const json = await runPalisade(['scan', lab.hosts.get('mtls12')?.url ?? '', '--format', 'jsonl']);
  expect(json.out).not.toContain('protocols');
});
