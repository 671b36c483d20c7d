import type { LabTlsHost } from '@palisade/lab/tls/lab-host';
import { CAREFUL } from '@palisade/lab/tls/certificate-hosts';
import { issueOdd } from '@palisade/lab/tls/certificates';
import { pemOf } from '@palisade/lab/tls/pki';
import { serveTls } from '@palisade/lab/tls/tls-host';
import { startTlsLab, type TlsLab } from '@palisade/lab/tls/tls-lab';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseTarget } from '../../parse-target.ts';
import { createEgress } from '../net/create-egress.ts';
import { gatherTls } from '../tls.ts';

const withGroups = (name: string, ecdhCurve: string, maxVersion: 'TLSv1.2' | 'TLSv1.3'): LabTlsHost => ({
  name,
  what: ecdhCurve,
  async start(host, pki) {
    const leaf = await issueOdd({ names: [host], issuer: pki.intermediate, key: 'rsa' });
    return serveTls({ ...CAREFUL, ecdhCurve, maxVersion, key: leaf.key, cert: pemOf(leaf, pki.intermediate) });
  },
  faults: {},
});

let lab: TlsLab;
beforeAll(async () => {
  lab = await startTlsLab([
    withGroups('usual', 'X25519MLKEM768:X25519:P-256:ffdhe3072', 'TLSv1.3'),
    withGroups('curves', 'P-256:P-384', 'TLSv1.2'),
  ]);
});
afterAll(() => lab.close());

it.each([
  ['usual', { X25519MLKEM768: true, X25519: true, secp256r1: true, secp384r1: false, ffdhe3072: true }],
  ['curves', { secp256r1: true, secp384r1: true, X25519: false }],
])('every group is named that %s accepts, and those it refuses', async (name, expected) => {
  const egress = createEgress(lab.policy);
  const target = parseTarget(lab.hosts.get(name)?.url ?? '', lab.policy);
  const tls = await gatherTls({ target, egress, signal: AbortSignal.timeout(15_000) });
  egress.close();
  const list = tls.ok ? tls.value.group_list : [];
  expect(Object.fromEntries(list.map(({ group, offered }) => [group, offered]))).toMatchObject(expected);
  expect(tls.ok && tls.value.connections.opened).toBeLessThanOrEqual(26);
});
