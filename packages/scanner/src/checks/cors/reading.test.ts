import { describe, expect, it } from 'vitest';
import { evidenceWith, judged } from '../../../test/evidence.ts';
import { corsAnswers } from '../../../test/cors-answers.ts';
import { corsEvidence } from '../../sections/cors.ts';
import reading from './reading.ts';

const echo = (origin: string): string => origin;

describe('cors/reading', () => {
  it.each<[string, Parameters<typeof corsAnswers>[0], string]>([
    ['nothing', {}, 'closed'],
    ['star', { allow: () => '*' }, 'star'],
    ['star with credentials', { allow: () => '*', credentials: 'true' }, 'star_credentials'],
    ['own origin, fixed', { allow: () => 'https://example.test', credentials: 'true' }, 'fixed'],
    ['reflection with credentials', { allow: echo, credentials: 'true' }, 'reflects_credentials'],
    ['reflection, credentials in the wrong case', { allow: echo, credentials: 'True' }, 'reflects'],
    ['reflection', { allow: echo }, 'reflects'],
    [
      'null with credentials',
      { allow: (origin) => (origin === 'null' ? origin : null), credentials: 'true' },
      'null_credentials',
    ],
    ['constant null', { allow: () => 'null' }, 'null_origin'],
    [
      'prefix',
      { allow: (origin) => (origin.startsWith('https://example.test') ? origin : null), credentials: 'true' },
      'lookalike_credentials',
    ],
    [
      'suffix',
      { allow: (origin) => (origin.endsWith('example.test') ? origin : null), credentials: 'true' },
      'lookalike_credentials',
    ],
    ['contains', { allow: (origin) => (origin.includes('example.test') ? origin : null) }, 'lookalike'],
    [
      'real subdomains only',
      {
        allow: (origin) => (/^https:\/\/[^/]+\.example\.test$/u.test(origin) ? origin : null),
        credentials: 'true',
      },
      'closed',
    ],
    // PortSwigger, "Breaking TLS with poorly configured CORS": the scheme counts, too.
    [
      'subdomains over any scheme',
      { allow: (origin) => (origin.endsWith('.example.test') ? origin : null), credentials: 'true' },
      'clear_credentials',
    ],
    [
      'subdomains over any scheme, without credentials',
      { allow: (origin) => (origin.endsWith('.example.test') ? origin : null) },
      'subdomains',
    ],
    ['another site over https, fixed', { allow: () => 'https://app.test', credentials: 'true' }, 'fixed'],
    // PortSwigger, "Breaking TLS with poorly configured CORS".
    [
      'plain http, fixed, with credentials',
      { allow: () => 'http://app.test', credentials: 'true' },
      'clear_credentials',
    ],
    [
      'the host itself over plain http',
      { allow: () => 'http://example.test', credentials: 'true' },
      'clear_credentials',
    ],
    ['plain http, fixed', { allow: () => 'http://app.test' }, 'fixed'],
    ['the visitor’s own computer', { allow: () => 'http://localhost:3000', credentials: 'true' }, 'fixed'],
    ['an app', { allow: () => 'capacitor://localhost', credentials: 'true' }, 'fixed'],
    // Fetch §4.9: compared byte for byte.
    ['a wildcard in a host', { allow: () => 'https://*.example.test', credentials: 'true' }, 'invalid'],
    ['a path', { allow: () => 'https://app.test/' }, 'invalid'],
    ['no scheme', { allow: () => 'app.test' }, 'invalid'],
    ['two values', { allow: () => 'https://a.test, https://b.test' }, 'invalid'],
    ['a path after the origin', { allow: () => 'https://a.test/' }, 'invalid'],
    ['a pattern', { allow: () => '*.a.test' }, 'invalid'],
  ])('%s', (_name, answers, outcome) => {
    expect(judged(reading, { cors: corsAnswers(answers) })?.outcome).toBe(outcome);
  });

  it('a wildcard with credentials costs points once', () => {
    const cors = corsAnswers({ allow: () => '*', credentials: 'true' });
    expect(judged(reading, { cors })?.deduction).toBe(2);
    expect(judged(reading, { cors, headers: [['Access-Control-Allow-Origin', '*']] })?.deduction).toBe(0);
  });

  it.each([
    ['for the host alone', 'max-age=31536000', 'clear_credentials'],
    ['for subdomains, too', 'max-age=31536000; includeSubDomains', 'subdomains'],
  ])('plain http subdomains under HSTS %s', (_name, hsts, outcome) => {
    const cors = corsAnswers({
      allow: (origin) => (origin.endsWith('.example.test') ? origin : null),
      credentials: 'true',
    });
    expect(judged(reading, { cors, headers: [['Strict-Transport-Security', hsts]] })?.outcome).toBe(outcome);
  });

  it('is most severe with credentials, even if another origin is allowed without them', () => {
    const cors = corsAnswers({ allow: echo });
    const withNull = cors.probes.map((probe) =>
      probe.kind === 'null' ? { ...probe, allow_credentials: ['true'] } : probe,
    );
    expect(judged(reading, { cors: { ...cors, probes: withNull } })?.outcome).toBe('null_credentials');
  });

  it('shows the exchange and a missing Vary', () => {
    const verdict = judged(reading, { cors: corsAnswers({ allow: echo, credentials: 'true' }) });
    expect(verdict?.evidence[0]).toMatch(
      /^GET with Origin: https:.* → Access-Control-Allow-Origin: https:.* → Access-Control-Allow-Credentials: true$/,
    );
    expect(verdict?.note).toContain('Vary: Origin is missing');
    expect(judged(reading, { cors: corsAnswers({ allow: echo, vary: 'accept, ORIGIN' }) })?.note).not.toContain('Vary');
  });

  it('a constant value needs no Vary', () => {
    const verdict = judged(reading, { cors: corsAnswers({ allow: () => 'null', credentials: 'true' }) });
    expect(verdict?.outcome).toBe('null_credentials');
    expect(verdict?.note).not.toContain('Vary');
  });

  it('is not assessed if a probe has no response and none was allowed', () => {
    const cors = { ...corsAnswers({}), incomplete: 'example.test reset the connection' };
    expect(judged(reading, { cors })).toMatchObject({
      status: 'unknown',
      note: expect.stringContaining('reset') as string,
    });
  });
});

it('the section shows what was allowed', () => {
  const { probes } = corsEvidence(evidenceWith({ cors: corsAnswers({ allow: echo }) }));
  expect(probes.map(({ kind, granted }) => [kind, granted])).toEqual([
    ['foreign', true],
    ['null', true],
    ['lookalike', true],
    ['clear', true],
    ['preflight', true],
  ]);
});
