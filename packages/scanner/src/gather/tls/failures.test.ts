import { TLS_HOSTS } from '@palisade/lab/tls/hosts';
import { startTlsLab, type TlsLab } from '@palisade/lab/tls/tls-lab';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { evidenceWith } from '../../../test/evidence.ts';
import { judge } from '../../judge.ts';
import { parseTarget } from '../../parse-target.ts';
import { createEgress } from '../net/create-egress.ts';
import { TLS_FACTS } from '../../evidence/tls.ts';
import { gatherTls } from '../tls.ts';
import { Failures, type TlsFact } from './failures.ts';

/** The function that currently throws. */
const broken = vi.hoisted(() => ({ name: '' }));
const sabotaged = vi.hoisted(() => async (original: () => Promise<object>) => {
  const wrap = (name: string, work: (...args: unknown[]) => unknown) =>
    function (...args: unknown[]) {
      if (broken.name === name) throw new TypeError('a fault of ours');
      return work(...args);
    };
  const entries = Object.entries(await original()).map(([name, value]: [string, unknown]) => {
    const isClass = typeof value === 'function' && String(value).startsWith('class');
    return [name, typeof value === 'function' && !isClass ? wrap(name, value as () => unknown) : value];
  });
  return Object.fromEntries(entries) as object;
});
vi.mock('./survey.ts', sabotaged);
vi.mock('./handshake.ts', sabotaged);
vi.mock('./certificates.ts', sabotaged);
vi.mock('./trust-path.ts', sabotaged);
vi.mock('./staple.ts', sabotaged);
vi.mock('./anchors.ts', sabotaged);
vi.mock('../../parse/x509/sct.ts', sabotaged);
vi.mock('../../parse/x509/ocsp.ts', sabotaged);

const WANTED = ['selfsigned', 'expired', 'revoked', 'ssl3', 'dh512', 'good'];
const GRADES = ['A+', 'A', 'B', 'C', 'D', 'F'];

let lab: TlsLab;
/** The grade of each host without our faults. */
const sound = new Map<string, number>();
beforeAll(async () => {
  lab = await startTlsLab(TLS_HOSTS.filter(({ name }) => WANTED.includes(name)));
  for (const host of WANTED.filter((name) => lab.hosts.has(name))) sound.set(host, await gradeOf(host));
});
afterAll(() => lab.close());

/** The recorded failures. */
const failed = new Set<TlsFact>();

async function gradeOf(name: string): Promise<number> {
  const egress = createEgress(lab.policy);
  const url = lab.hosts.get(name)?.url ?? '';
  const signal = AbortSignal.timeout(15_000);
  const tls = await gatherTls({ target: parseTarget(url, lab.policy), egress, signal });
  egress.close();
  expect(tls.ok).toBe(true);
  if (tls.ok) tls.value.failures.forEach(({ fact }) => failed.add(fact));
  const evidence = evidenceWith({ tls, target: { host: `${name}.tls.test` }, scanned_at: new Date().toISOString() });
  // Everything else is perfect here, so that only TLS decides.
  const report = judge(evidence, 'test');
  const tlsCaps = report.score_caps.filter(({ check }) => check.startsWith('tls/')).map(({ max_score }) => max_score);
  const deducted = report.tls.checks.reduce((sum, { deduction }) => sum + deduction, 0);
  const score = Math.min(100 - deducted, ...tlsCaps);
  return GRADES.findIndex((_, at) => score >= ([90, 80, 70, 60, 50][at] ?? 0));
}

it.each([
  'survey',
  'conclude',
  'shakeHands',
  'describeCertificate',
  'readChain',
  'signedBy',
  'x509Of',
  'judgeTrust',
  'verifyStaple',
  'anchorsWith',
  'sha256',
  'parseSctList',
  'parseOcspResponse',
])('a fault of ours in %s raises no grade', async (name) => {
  broken.name = name;
  for (const [host, grade] of sound) expect(await gradeOf(host), host).toBeGreaterThanOrEqual(grade);
});

it.each(TLS_FACTS)('%s: our own fault in this fact raises no grade', async (fact) => {
  // oxlint-disable-next-line typescript/unbound-method -- called with its own `this` below
  const { hold } = Failures.prototype;
  failed.clear();
  broken.name = '';
  for (const [host, grade] of sound) {
    const spy = vi.spyOn(Failures.prototype, 'hold').mockImplementation(function (
      this: Failures,
      name,
      work,
      otherwise,
    ) {
      const fault = (): never => {
        throw new TypeError('a fault of ours');
      };
      return hold.call(this, name, name === fact ? fault : work, otherwise);
    });
    try {
      expect(await gradeOf(host), host).toBeGreaterThanOrEqual(grade);
    } finally {
      spy.mockRestore();
    }
  }
  expect([...failed]).toEqual([fact]);
});
