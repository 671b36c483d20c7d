import { CAREFUL } from '@palisade/lab/tls/certificate-hosts';
import { issueOdd } from '@palisade/lab/tls/certificates';
import type { LabTlsHost } from '@palisade/lab/tls/lab-host';
import { pemOf } from '@palisade/lab/tls/pki';
import { serveTls } from '@palisade/lab/tls/tls-host';
import { startTlsLab, type TlsLab } from '@palisade/lab/tls/tls-lab';
import { constants } from 'node:crypto';
import { createSecureContext, type TlsOptions } from 'node:tls';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TlsEvidence } from '../../evidence/tls.ts';
import { parseTarget } from '../../parse-target.ts';
import { createEgress } from '../net/create-egress.ts';
import { gatherTls } from '../tls.ts';
import { Findings } from './findings.ts';

const hostWith = (name: string, options: TlsOptions): LabTlsHost => ({
  name,
  what: name,
  async start(host, pki) {
    const leaf = await issueOdd({ names: [host], issuer: pki.intermediate });
    return serveTls({ ...CAREFUL, ...options, key: leaf.key, cert: pemOf(leaf, pki.intermediate) });
  },
  faults: {},
});

/** Shows another certificate to clients that send no server name. */
const strict = (name: string): LabTlsHost => ({
  name,
  what: name,
  async start(host, pki) {
    const leaf = await issueOdd({ names: [host], issuer: pki.intermediate });
    const other = await issueOdd({ names: ['default.test'], issuer: pki.intermediate });
    const named = createSecureContext({ key: leaf.key, cert: pemOf(leaf, pki.intermediate) });
    return serveTls({
      ...CAREFUL,
      key: other.key,
      cert: pemOf(other, pki.intermediate),
      SNICallback: (_name, done) => done(null, named),
    });
  },
  faults: {},
});

let lab: TlsLab;
beforeAll(async () => {
  lab = await startTlsLab([
    hostWith('usual', { sessionTimeout: 600 }),
    hostWith('narrow', { ecdhCurve: 'X25519:P-256' }),
    hostWith('older', { maxVersion: 'TLSv1.2' }),
    hostWith('none', { maxVersion: 'TLSv1.2', secureOptions: constants.SSL_OP_NO_TICKET }),
    hostWith('dated', { minVersion: 'TLSv1', ciphers: 'DEFAULT:@SECLEVEL=0' }),
    strict('strict'),
    hostWith('onlyh2', { ALPNProtocols: ['h2'] }),
  ]);
});
afterAll(() => lab.close());

/** With a page fetch in parallel, as in a scan. */
async function look(name: string): Promise<TlsEvidence> {
  const egress = createEgress(lab.policy);
  const signal = AbortSignal.timeout(30_000);
  try {
    const url = lab.hosts.get(name)?.url ?? '';
    const target = parseTarget(url, lab.policy);
    const page = egress.request({ url: new URL(url), signal }).catch(() => null);
    const tls = await gatherTls({ target, egress, signal });
    await page;
    if (!tls.ok) throw new Error(tls.reason);
    expect(tls.value.failures).toEqual([]);
    expect(tls.value.connections.opened).toBeLessThanOrEqual(30);
    return tls.value;
  } finally {
    egress.close();
  }
}

it.each<[string, TlsEvidence['sessions']]>([
  ['usual', { ticket: true, id: false, lifetime: 600, early_data: 0, resumed: true, http1: true }],
  ['narrow', { ticket: true, id: false, lifetime: 7200, early_data: 0, resumed: true, http1: true }],
  ['older', { ticket: true, id: false, lifetime: 7200, early_data: 0, resumed: true, http1: true }],
  ['none', { ticket: false, id: true, lifetime: null, early_data: 0, resumed: false, http1: true }],
  ['onlyh2', { ticket: true, id: false, lifetime: 7200, early_data: 0, resumed: true, http1: false }],
])('%s: tickets, their lifetime, and whether coming back works', async (name, expected) => {
  const { sessions, group_list: groups } = await look(name);
  expect(sessions).toEqual(expected);
  if (name === 'usual') expect(groups).toContainEqual({ group: 'secp521r1', offered: true });
  if (name === 'narrow') expect(groups).toContainEqual({ group: 'secp521r1', offered: false });
});

it('a server with an older version detects a fallback, and the signatures are listed', async () => {
  const { fallback_scsv: noticed, signatures } = await look('dated');
  expect(noticed).toBe(true);
  expect(signatures).toEqual(expect.arrayContaining([expect.stringMatching(/^ecdsa_/u)]));
  expect((await look('older')).fallback_scsv).toBeNull();
});

it('a server may show another certificate to clients that send no server name', async () => {
  expect((await look('usual')).without_name).toEqual({ answer: 'same', certificate: null });
  expect((await look('strict')).without_name).toEqual({ answer: 'other', certificate: 'CN=default.test' });
});

it('a refusal of a client without a server name counts no more than others of an overloaded server', () => {
  const findings = new Findings();
  findings.withoutName = { answer: 'refused', certificate: null };
  findings.doubtEveryRefusal();
  expect(findings.withoutName).toBeNull();
});
