import { TLS_HOSTS } from '@palisade/lab/tls/hosts';
import { startTlsLab, type TlsLab } from '@palisade/lab/tls/tls-lab';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { TlsEvidence } from '../../evidence/tls.ts';
import { parseTarget } from '../../parse-target.ts';
import { createEgress } from '../net/create-egress.ts';
import { gatherTls } from '../tls.ts';

/** The hosts' configuration in OpenSSL's syntax, such as `ECDHE+AESGCM`. */
const GCM = ['ECDHE_%_AES_128_GCM_SHA256', 'ECDHE_%_AES_256_GCM_SHA384'];
const SOUND = [...GCM, 'ECDHE_%_CHACHA20_POLY1305_SHA256'];
const TLS13 = ['AES_128_GCM_SHA256', 'AES_256_GCM_SHA384', 'CHACHA20_POLY1305_SHA256'];
const of = (key: string, suites: readonly string[]): string[] => suites.map((suite) => suite.replace('%', key));
const CBC = ['ECDHE_RSA_AES_128_CBC_SHA', 'RSA_AES_128_CBC_SHA'];

type Expected = Partial<Record<keyof TlsEvidence['versions'], readonly string[]>>;
const WHOLE: [name: string, lists: Expected, preference: TlsEvidence['preference']][] = [
  ['good', { 'TLS 1.2': of('ECDSA', SOUND), 'TLS 1.3': TLS13 }, 'server'],
  ['dualgood', { 'TLS 1.2': [...of('ECDSA', SOUND), ...of('RSA', SOUND)], 'TLS 1.3': TLS13 }, 'server'],
  ['clientorder', { 'TLS 1.2': of('RSA', SOUND), 'TLS 1.3': TLS13 }, 'client'],
  ['tls13only', { 'TLS 1.3': TLS13 }, null],
  ['tlsall', { 'TLS 1.0': CBC, 'TLS 1.1': CBC, 'TLS 1.2': [...of('RSA', GCM), ...CBC], 'TLS 1.3': TLS13 }, 'server'],
  ['anon', { 'TLS 1.2': [...of('RSA', GCM), 'ECDH_anon_AES_128_CBC_SHA'] }, 'server'],
];

let lab: TlsLab;
beforeAll(async () => {
  const names = [...WHOLE.map(([name]) => name), 'badorder'];
  lab = await startTlsLab(TLS_HOSTS.filter(({ name }) => names.includes(name)));
});
afterAll(() => lab.close());

async function seen(name: string): Promise<TlsEvidence> {
  // Without the time limit of a list: a busy machine would cut it short.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  const egress = createEgress(lab.policy);
  try {
    const target = parseTarget(lab.hosts.get(name)?.url ?? '', lab.policy);
    const tls = await gatherTls({ target, egress, signal: AbortSignal.timeout(15_000) });
    if (!tls.ok) throw new Error(tls.reason);
    return tls.value;
  } finally {
    vi.useRealTimers();
    egress.close();
  }
}

const short = (suite: string): string => suite.replace(/^TLS_/, '').replace('_WITH', '');

describe.each(WHOLE)('%s', (name, lists, preference) => {
  it('has exactly these suites', async () => {
    const { suites, suites_complete: complete, preference: found, connections } = await seen(name);
    const listed = Object.fromEntries(
      Object.entries(suites).map(([version, list]) => [version, list.map(short).toSorted()]),
    );
    expect(listed).toEqual(
      Object.fromEntries(Object.entries(lists).map(([version, list]) => [version, list.toSorted()])),
    );
    for (const version of Object.keys(lists)) expect(complete).toHaveProperty([version], true);
    expect(found).toBe(preference);
    expect(connections.opened).toBeLessThanOrEqual(30);
  });
});

it('a sound server is asked everything in sixteen connections, which is four rounds of four', async () => {
  const { connections, suites_complete: complete, group_list: groups } = await seen('good');
  // One more where a place would stay empty: testing X448 costs no connection.
  expect(connections.opened).toBeLessThanOrEqual(groups.some(({ group }) => group === 'X448') ? 17 : 16);
  expect(complete).toEqual({ 'TLS 1.2': true, 'TLS 1.3': true });
  expect(groups.filter(({ offered }) => offered === null)).toEqual([]);
});

it('a list that was cut short says so, and begins with what the server chose from everything', async () => {
  const { suites, suites_complete: complete } = await seen('badorder');
  expect(complete).toEqual({ 'TLS 1.2': false });
  expect(suites['TLS 1.2']?.[0]).toBe('TLS_RSA_WITH_AES_128_CBC_SHA');
});
