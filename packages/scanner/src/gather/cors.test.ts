import { startLab, type Lab } from '@palisade/lab/lab';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCheck } from '../check.ts';
import { corsChecks } from '../checks/cors/all.ts';
import { parseTarget } from '../parse-target.ts';
import { evidenceWith } from '../../test/evidence.ts';
import { gatherCors } from './cors.ts';
import { gatherHttp } from './http.ts';
import { createEgress } from './net/create-egress.ts';

const SITES = {
  'closed.test': undefined,
  'star.test': { allow: 'star' },
  'reflect.test': { allow: 'reflect', credentials: true },
  'prefix.test': { allow: 'prefix', credentials: true },
  'suffix.test': { allow: 'suffix', credentials: true },
  'contains.test': { allow: 'contains' },
  'unanchored.test': { allow: (origin: string) => (/https:\/\/.*\.unanchored\.test/.test(origin) ? origin : null) },
  'subdomains.test': {
    allow: (origin: string) => (/^https:\/\/[a-z]+\.subdomains\.test$/.test(origin) ? origin : null),
  },
  'null.test': { allow: 'null', credentials: true },
  'list.test': { allow: ['https://list.test', 'https://partner.example'], credentials: true },
  'get-only.test': { allow: 'reflect', credentials: true, methods: ['GET'] },
  'options-only.test': { allow: 'reflect', credentials: true, methods: ['OPTIONS'] },
} as const;

let lab: Lab;
beforeAll(async () => {
  lab = await startLab({
    sites: [
      ...Object.entries(SITES).map(([host, cors]) => ({ host, https: { body: 'ok', ...(cors ? { cors } : {}) } })),
      {
        host: 'nonce.test',
        https: {
          headers: [
            ['Content-Security-Policy', "script-src 'nonce-MTIzNDU2Nzg5MDEyMzQ1Ng=='; style-src 'nonce-b25lIHN0eWxl'"],
          ],
          body: 'ok',
        },
      },
      { host: 'shy.test', https: ({ origin }) => (origin === null ? { body: 'ok' } : { hangUp: true }) },
    ],
  });
});
afterAll(() => lab.close());

async function probe(host: string) {
  const egress = createEgress(lab.policy);
  try {
    const context = { target: parseTarget(lab.url(host), lab.policy), egress, signal: AbortSignal.timeout(10_000) };
    return await gatherCors(context, gatherHttp(context));
  } finally {
    egress.close();
  }
}

it.each([
  ['closed.test', 'closed', 'closed'],
  ['star.test', 'star', 'star'],
  ['reflect.test', 'reflects_credentials', 'same'],
  ['prefix.test', 'lookalike_credentials', 'closed'],
  ['suffix.test', 'lookalike_credentials', 'closed'],
  ['contains.test', 'lookalike', 'closed'],
  ['unanchored.test', 'lookalike', 'closed'],
  ['subdomains.test', 'closed', 'closed'],
  ['null.test', 'null_credentials', 'closed'],
  ['list.test', 'closed', 'closed'],
  ['get-only.test', 'reflects_credentials', 'closed'],
  ['options-only.test', 'closed', 'credentials'],
])('%s: reading %s, preflight %s', async (host, reading, preflight) => {
  const evidence = evidenceWith({ cors: await probe(host) });
  expect(corsChecks.map((check) => runCheck(check, evidence)?.outcome)).toEqual([reading, preflight]);
});

it('sends at most five requests with an Origin, no cookie and no body', async () => {
  const site = lab.site('closed.test');
  const before = site.requests.length;
  await probe('closed.test');
  const probes = site.requests.slice(before).filter(({ origin }) => origin !== null);
  expect(probes.map(({ method }) => method).sort()).toEqual(['GET', 'GET', 'GET', 'GET', 'OPTIONS']);
  for (const { headers } of probes) expect(headers.map(([name]) => name.toLowerCase())).not.toContain('cookie');
});

it('gives the reason if no probe has a response', async () => {
  expect(await probe('shy.test')).toMatchObject({ ok: false, blame: 'site' });
});

it('keeps the script nonces of the responses, to compare them', async () => {
  const cors = await probe('nonce.test');
  expect(cors.ok && cors.value.probes.map(({ method, nonces }) => [method, nonces])).toEqual([
    ...['GET', 'GET', 'GET', 'GET'].map((method) => [method, ['MTIzNDU2Nzg5MDEyMzQ1Ng==']]),
    ['OPTIONS', undefined],
  ]);
});
