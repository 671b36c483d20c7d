import { TLS_HOSTS } from '@palisade/lab/tls/hosts';
import { startTlsLab, type TlsLab } from '@palisade/lab/tls/tls-lab';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { evidenceWith } from '../../test/evidence.ts';
import { runCheck, type Verdict } from '../check.ts';
import { tlsChecks } from '../checks/tls/all.ts';
import { TlsEvidence } from '../evidence/tls.ts';
import type { Gathered } from '../evidence/gathered.ts';
import { parseTarget } from '../parse-target.ts';
import { createEgress } from './net/create-egress.ts';
import { gatherTls } from './tls.ts';

let lab: TlsLab;
/** Each host is scanned once, several at a time: the silent ones take their time. */
const scans = new Map<string, Promise<Gathered<TlsEvidence>>>();

async function scan(url: string): Promise<Gathered<TlsEvidence>> {
  const egress = createEgress(lab.policy);
  try {
    const target = parseTarget(url, lab.policy);
    return await gatherTls({ target, egress, signal: AbortSignal.timeout(15_000) });
  } finally {
    egress.close();
  }
}

beforeAll(async () => {
  lab = await startTlsLab(TLS_HOSTS);
  const queue = TLS_HOSTS.map(({ name }) => name);
  const resolvers = new Map<string, (scan: Promise<Gathered<TlsEvidence>>) => void>();
  for (const name of queue) scans.set(name, new Promise((resolve) => resolvers.set(name, resolve)));
  const worker = async (): Promise<void> => {
    for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
      const done = scan(lab.hosts.get(name)?.url ?? '');
      resolvers.get(name)?.(done);
      await done.catch(() => undefined);
    }
  };
  void Promise.all(Array.from({ length: 6 }, worker));
});
afterAll(() => lab.close());

function verdictsOn(tls: Gathered<TlsEvidence>, host: string): Verdict[] {
  const evidence = evidenceWith({ tls, target: { host }, scanned_at: new Date().toISOString() });
  return tlsChecks.map((check) => runCheck(check, evidence)).filter((verdict) => verdict !== null);
}

describe.each(TLS_HOSTS)('$name: $what', ({ name, faults, unknown, mayBeUnknown, missing }) => {
  // What stays unknown of a server that bears little also hangs on how busy this machine is: one such is scanned again, alone.
  it('is judged right', { retry: 2 }, async ({ task, expect }) => {
    const isFirst = (task.result?.retryCount ?? 0) === 0;
    const tls = await (isFirst ? scans.get(name) : scan(lab.hosts.get(name)?.url ?? ''));
    if (!tls) throw new Error('never scanned');
    if (missing !== undefined) {
      expect(tls).toMatchObject({ ok: false, code: missing, blame: 'site' });
      return;
    }
    expect(tls).toMatchObject({ ok: true });
    if (!tls.ok) return;
    expect(TlsEvidence.parse(tls.value)).toEqual(tls.value);
    const verdicts = verdictsOn(tls, `${name}.tls.test`);
    const found = verdicts.filter(({ status }) => status !== 'good' && status !== 'unknown');
    expect(Object.fromEntries(found.map(({ check, outcome }) => [check.id, outcome]))).toEqual(faults);
    // A rate limit decides by chance what stays unknown.
    if (name !== 'ratelimit') {
      const open = verdicts.filter(({ status }) => status === 'unknown').map(({ check }) => check.id);
      const certain = open.filter((id) => !mayBeUnknown?.includes(id));
      expect(certain.toSorted()).toEqual([...(unknown ?? [])].toSorted());
    }
    expect(tls.value.connections.opened).toBeLessThanOrEqual(30);
  });
});
