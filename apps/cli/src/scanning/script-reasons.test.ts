import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { have } from '@palisade/scanner/evidence/gathered';
import { evidenceWith } from '../../../../packages/scanner/test/evidence.ts';
import { browserOf, scriptFrom } from '../../../../packages/scanner/test/browser-evidence.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runPalisade } from '../test/run-palisade.ts';

const INLINE = 'B'.repeat(64);
let folder: string;
let evidence: string;
const fileOf = async (name: string, content: unknown): Promise<string> => {
  const file = path.join(folder, name);
  await writeFile(file, JSON.stringify(content));
  return file;
};
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'palisade-reasons-'));
  const form = {
    action: null,
    method: 'post',
    password: false,
    card_fields: ['input name="number"'],
    by_script: false,
  };
  const scripts = [
    scriptFrom('https://shop.test/pay.js?v=7'),
    scriptFrom('https://tags.test/a/1.js'),
    scriptFrom('https://tags.test/b.js'),
    scriptFrom('', { kind: 'inline', url: null, sha384: INLINE }),
  ];
  const seen = browserOf({ forms: [{ ...form, method: 'post' }], scripts });
  evidence = await fileOf('evidence.json', { ...evidenceWith({}), browser: have(seen) });
});
afterAll(() => rm(folder, { recursive: true }));

const scan = async (scripts: object[], ...more: string[]) => {
  const config = await fileOf('palisade.config.json', { scripts });
  return runPalisade(['scan', '--from', evidence, '--config', config, ...more]);
};
const REASONS = [
  { script: 'https://shop.test/pay.js', reason: 'takes the card' },
  { script: 'https://tags.test/a/*', reason: 'counts visits' },
  { script: `sha384-${INLINE}`, reason: 'starts the page' },
];

it('appears in the script inventory', async () => {
  const { out } = await scan(REASONS, '--json');
  const report = JSON.parse(out) as { browser: { pages: { scripts: { justification: string | null }[] }[] } };
  expect(report.browser.pages[0]?.scripts.map(({ justification }) => justification)).toEqual([
    'takes the card',
    'counts visits',
    null,
    'starts the page',
  ]);
});

it('is requested by script name if it is missing on a page that takes card data', async () => {
  const { out } = await scan(REASONS);
  expect(out.replaceAll(/\s+/gu, ' ')).toContain('1 script without a written justification (PCI DSS 6.4.3)');
  expect(out).toMatch(/^ {6}https:\/\/tags\.test\/b\.js$/mu);
  const all = await scan([...REASONS, { script: 'https://tags.test/b.js', reason: 'help' }]);
  expect(all.out).toContain('each script has a written justification');
});

it('can be given for a text that differs in each load', async () => {
  const varying = { kind: 'inline', url: null, varies: '' } as const;
  const scripts = [
    scriptFrom('', { ...varying, sha384: 'C'.repeat(64), code: 'D'.repeat(64) }),
    scriptFrom('', { ...varying, sha384: 'E'.repeat(64) }),
    scriptFrom('https://tags.test/t.js?o=1&id=5', { address: 'https://tags.test/t.js?o=*&id=5' }),
    scriptFrom('https://tags.test/5ae3/u.js?v=8', { address: 'https://tags.test/*/u.js?v=*' }),
  ];
  const form = { action: null, method: 'post' as const, password: false, card_fields: ['cc'], by_script: false };
  const file = await fileOf('varying.json', { ...evidenceWith({}), browser: have(browserOf({ forms: [form], scripts })) }); // prettier-ignore
  const run = async (names: readonly string[]) => {
    const config = await fileOf('varying.config.json', {
      scripts: names.map((script) => ({ script, reason: 'known' })),
    });
    return (await runPalisade(['scan', '--from', file, '--config', config])).out;
  };
  const names = [
    `sha384-${'D'.repeat(64)}`,
    'inline differs in each load',
    'https://tags.test/t.js?o=*&id=5',
    'https://tags.test/*/u.js?v=*',
  ];
  expect((await run([])).split('\n').map((line) => line.trim())).toEqual(expect.arrayContaining(names));
  expect(await run(names)).toContain('each script has a written justification');
});

it('is valid for the host it is given for', async () => {
  const elsewhere = REASONS.map((reason) => ({ ...reason, host: 'other.test' }));
  expect((await scan(elsewhere)).out).toContain('4 scripts without a written justification');
});

it('is rejected if it is empty', async () => {
  expect(await scan([{ script: 'https://a.test/', reason: '' }])).toMatchObject({ status: 2 });
});

it('does not hide from a comparison that a payment page was not loaded this time', async () => {
  const before = JSON.parse((await scan(REASONS, '--json')).out) as object;
  const unseen = {
    looked: false,
    reason: 'busy',
    product: null,
    pages: [],
    third_parties: [],
    screenshot: null,
    checks: [],
  };
  const files = [await fileOf('before.json', before), await fileOf('after.json', { ...before, browser: unseen })];
  expect(await runPalisade(['diff', ...files, '--fail-on-regression'])).toMatchObject({
    status: 1,
    err: expect.stringContaining('/ accepts card data and was not visited by a browser again') as string,
  });
});
