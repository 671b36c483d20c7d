import { startLab, type Lab } from '@palisade/lab/lab';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCheck } from '../check.ts';
import { corsChecks } from '../checks/cors/all.ts';
import { parseTarget } from '../parse-target.ts';
import { evidenceWith } from '../../test/evidence.ts';
import { gatherCors, lookalikeOrigins } from './cors.ts';
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
  'dots.test': { allow: (origin: string) => (/^https:\/\/(www.)?dots.test$/.test(origin) ? origin : null) },
  'class.test': {
    allow: (origin: string) => (/^https:\/\/[a-z]+.class\.test$/.test(origin) ? origin : null),
    credentials: true,
  },
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
      {
        host: 'moved.test',
        https: () => ({ status: 301, headers: [['Location', lab.url('suffix.test')]] as [string, string][] }),
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
  ['moved.test', 'lookalike_credentials', 'closed'],
  ['dots.test', 'lookalike', 'closed'],
  ['class.test', 'lookalike_credentials', 'closed'],
  ['subdomains.test', 'closed', 'closed'],
  ['null.test', 'null_credentials', 'closed'],
  ['list.test', 'closed', 'closed'],
  ['get-only.test', 'reflects_credentials', 'closed'],
  ['options-only.test', 'closed', 'credentials'],
])('%s: reading %s, preflight %s', async (host, reading, preflight) => {
  const evidence = evidenceWith({ cors: await probe(host) });
  expect(corsChecks.map((check) => runCheck(check, evidence)?.outcome)).toEqual([reading, preflight]);
});

it('sends six requests with an Origin, no cookie and no body', async () => {
  const site = lab.site('closed.test');
  const before = site.requests.length;
  await probe('closed.test');
  const probes = site.requests.slice(before).filter(({ origin }) => origin !== null);
  expect(probes.map(({ method }) => method).sort()).toEqual(['GET', 'GET', 'GET', 'GET', 'GET', 'OPTIONS']);
  for (const { headers } of probes) expect(headers.map(([name]) => name.toLowerCase())).not.toContain('cookie');
});

it('gives the reason if no probe has a response', async () => {
  expect(await probe('shy.test')).toMatchObject({ ok: false, blame: 'site' });
});

it('keeps the script nonces of the responses, to compare them', async () => {
  const cors = await probe('nonce.test');
  expect(cors.ok && cors.value.probes.map(({ method, nonces }) => [method, nonces])).toEqual([
    ...['GET', 'GET', 'GET', 'GET', 'GET'].map((method) => [method, ['MTIzNDU2Nzg5MDEyMzQ1Ng==']]),
    ['OPTIONS', undefined],
  ]);
});

/** Patterns with dots that are not escaped, each with a site whose owner could have written it. */
it.each([
  ['https://www.example.com/', 'example.com', /^https:\/\/www.example.com$/],
  ['https://example.com/', 'example.com', /^https?:\/\/(www.)?example\.com$/],
  ['https://example.com/', 'example.com', /^https:\/\/\w+.example.com$/],
  ['https://api.eu.example.com/', 'example.com', /^https:\/\/api.eu.example.com$/],
  ['https://shop.example.co.uk/', 'example.co.uk', /^https:\/\/(shop|www)\.example.co.uk$/],
  ['https://example.co.uk/', 'example.co.uk', /^https:\/\/(.+\.)?example.co.uk$/],
  ['https://me.github.io/', 'github.io', /^https:\/\/me.github.io$/],
])('%s: an origin of someone else matches %s %s', (url, domain, pattern) => {
  const origins = lookalikeOrigins(new URL(url), domain);
  expect(origins.filter((origin) => pattern.test(origin))).not.toEqual([]);
  for (const origin of origins) expect(new URL(origin).hostname.endsWith(`.${domain}`)).toBe(false);
});

it('no origin matches a pattern that is in order', () => {
  const exact = /^https:\/\/(?:[a-z0-9-]+\.)*example\.co\.uk$/;
  const origins = lookalikeOrigins(new URL('https://www.example.co.uk/'), 'example.co.uk');
  expect(origins.filter((origin) => exact.test(origin))).toEqual([]);
});
