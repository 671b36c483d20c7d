import { expect, it } from 'vitest';
import { judged } from '../../../test/evidence.ts';
import check from './access-control-allow-origin.ts';

it.each([
  [['*'], 'wildcard'],
  [['https://app.example'], 'named'],
  [['http://app.example:8080'], 'named'],
  [['capacitor://localhost'], 'named'],
  // Fetch §4.9, "CORS check": compared with the serialized origin, byte for byte.
  [['https://app.example/'], 'unreadable'],
  [['https://app.example/path'], 'unreadable'],
  [['https://APP.example'], 'unreadable'],
  [['https://app.example:443'], 'unreadable'],
  [['https://*.example'], 'unreadable'],
  [['app.example'], 'unreadable'],
  [['null'], 'null_origin'],
  [['https://a.example', 'https://b.example'], 'unreadable'],
  [['*, *'], 'unreadable'],
])('%j: %s', (values, outcome) => {
  expect(judged(check, { headers: values.map((value) => ['Access-Control-Allow-Origin', value]) })?.outcome).toBe(
    outcome,
  );
});

it('reports the wildcard and suggests the site’s own origin', () => {
  const verdict = judged(check, { headers: [['access-control-allow-origin', '*']] });
  expect(verdict).toMatchObject({ status: 'bad', severity: 'minor', deduction: 3, fix: 'https://example.test' });
});

it('has no finding without the header', () => {
  expect(judged(check)).toBeNull();
});

it('distinguishes the wildcard with credentials from the one without', () => {
  const headers: [string, string][] = [
    ['Access-Control-Allow-Origin', '*'],
    ['Access-Control-Allow-Credentials', 'true'],
  ];
  const verdict = judged(check, { headers });
  expect(verdict).toMatchObject({ outcome: 'wildcard_credentials', status: 'bad' });
  expect(verdict?.weaknesses[0]).toBe('cors-wildcard-credentials');
  expect(verdict?.note).toContain('browsers reject the combination');
});
