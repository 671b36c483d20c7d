import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startLab } from '@palisade/lab/lab';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { runPalisade } from '../test/run-palisade.ts';

let folder: string;
let report: string;
const file = (name: string): string => path.join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'palisade-diff-'));
  const lab = await startLab({ sites: [{ host: 'bare.test' }] });
  for (const [name, value] of Object.entries(lab.env)) vi.stubEnv(name, value);
  report = (await runPalisade(['scan', lab.url('bare.test'), '--json'])).out;
  vi.unstubAllEnvs();
  await lab.close();
  await writeFile(file('report.json'), report);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const changed = async (name: string, change: object) => {
  await writeFile(file(name), JSON.stringify({ ...(JSON.parse(report) as object), ...change }));
  return file(name);
};

it('fails for what became worse, and passes what became better', async () => {
  const better = await changed('better.json', { score: 90, grade: 'A' });
  expect(await runPalisade(['diff', better, file('report.json'), '--fail-on-regression'])).toMatchObject({ status: 1, lastError: expect.stringMatching(/^Gate failed: --fail-on-regression: A 90 → F /u) as string }); // prettier-ignore
  expect((await runPalisade(['diff', file('report.json'), better, '--fail-on-regression'])).status).toBe(0);
  expect((await runPalisade(['diff', better, file('report.json')])).status).toBe(0);
});

it('names checks that were completed before and not now', async () => {
  const { security_txt: section } = JSON.parse(report) as { security_txt: { checks: { id: string }[] } };
  const [first, ...others] = section.checks;
  const unknown = { ...first, status: 'unknown', deduction: 0, note: 'Not assessed: no answer' };
  const missed = await changed('missed.json', { security_txt: { ...section, checks: [unknown, ...others] } });
  const { status, lastError } = await runPalisade(['diff', file('report.json'), missed, '--fail-on-regression']);
  expect(status).toBe(0);
  expect(lastError).toMatch(
    new RegExp(`missed\\.json: these checks were completed before and not now, .*: ${first?.id}$`, 'u'),
  );
});

it('neither passes nor fails provisional reports, and says so', async () => {
  const better = await changed('better.json', { score: 90, grade: 'A' });
  const challenge = await changed('challenge.json', { provisional: true, seen: { page: 'challenge', reason: 'a challenge page' } }); // prettier-ignore
  const { status, out, lastError } = await runPalisade(['diff', better, challenge, '--fail-on-regression']);
  expect(status).toBe(0);
  expect(out).toContain('Provisional: a challenge page');
  expect(lastError).toMatch(/challenge\.json passed and failed no gate, because it is provisional: a challenge page$/u);
});

// PCI DSS 11.6.1: a page that shows a challenge today is not "unchanged".
it('fails for a payment page that was not seen again, also where the report is provisional', async () => {
  const page = { url: 'https://a.test/pay', payment: { fields: ['cc'], frames: [] }, status: 200, title: null, settled: true, requests: 1, third_party_requests: 0, frames: [], cookies: [], storage: [], headers: [], scripts: [], scripts_total: 0, policies: [] }; // prettier-ignore
  const section = { looked: true, reason: null, product: null, third_parties: [], screenshot: null, checks: [] };
  const browser = (...paths: string[]) => ({ ...section, pages: paths.map((path) => ({ ...page, path, found: 'given' })) }); // prettier-ignore
  const approved = await changed('approved.json', { browser: browser('/pay') });
  const seen = { provisional: true, seen: { page: 'challenge', reason: 'a challenge page' } };
  const latest = await changed('latest.json', { ...seen, browser: browser() });
  expect(await runPalisade(['diff', approved, latest, '--fail-on-regression'])).toMatchObject({
    status: 1,
    lastError: expect.stringContaining('/pay accepts card data and was not visited by a browser again') as string,
  });
  const same = await changed('same.json', { ...seen, browser: browser('/pay') });
  expect((await runPalisade(['diff', approved, same, '--fail-on-regression'])).status).toBe(0);
  const more = await changed('more.json', { browser: browser('/pay', '/donate') });
  expect(await runPalisade(['diff', approved, more, '--fail-on-regression'])).toMatchObject({
    status: 1,
    lastError: expect.stringContaining('/donate accepts card data and is not in the earlier inventory') as string,
  });
});
