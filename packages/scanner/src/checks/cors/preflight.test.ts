import { expect, it } from 'vitest';
import { judged } from '../../../test/evidence.ts';
import { corsAnswers } from '../../../test/cors-answers.ts';
import preflight from './preflight.ts';

const echo = (origin: string): string => origin;

it.each<[string, Parameters<typeof corsAnswers>[0], string]>([
  ['nothing', {}, 'closed'],
  ['star', { allow: () => '*' }, 'star'],
  ['reflection everywhere', { allow: echo, credentials: 'true' }, 'same'],
  ['reflection on preflight only, credentials', { allow: echo, credentials: 'true', on: 'OPTIONS' }, 'credentials'],
  ['reflection on preflight only', { allow: echo, on: 'OPTIONS' }, 'open'],
  // Fetch §4.8: what a preflight response does not list is not sent.
  ['no method listed', { allow: echo, credentials: 'true', on: 'OPTIONS', methods: '' }, 'useless'],
  ['simple methods only', { allow: echo, credentials: 'true', on: 'OPTIONS', methods: 'GET, HEAD,POST' }, 'useless'],
  [
    'a JSON body',
    { allow: echo, credentials: 'true', on: 'OPTIONS', methods: '', allowHeaders: 'Content-Type' },
    'credentials',
  ],
  ['a wildcard with credentials', { allow: echo, credentials: 'true', on: 'OPTIONS', methods: '*' }, 'open'],
  ['a wildcard of methods', { allow: () => '*', methods: '*' }, 'star'],
  // Chromium 156 rejects these responses: a list of names has commas.
  ...['GET POST PUT', '"PUT"', 'PUT;', 'GET, PUT x'].map(
    (methods): [string, Parameters<typeof corsAnswers>[0], string] => [
      methods,
      { allow: echo, credentials: 'true', on: 'OPTIONS', methods },
      'useless',
    ],
  ),
  ['a header that is no name', { allow: echo, on: 'OPTIONS', methods: 'PUT', allowHeaders: 'a;q=1' }, 'useless'],
  ['commas without names', { allow: echo, on: 'OPTIONS', methods: ', PUT,' }, 'open'],
  ['a wildcard, no method', { allow: () => '*', methods: '', allowHeaders: 'Accept' }, 'useless'],
  ['a method that no request has', { allow: echo, on: 'OPTIONS', methods: 'PURGE' }, 'open'],
  ['reflection with status 200', { allow: echo, on: 'OPTIONS', preflightStatus: 200 }, 'open'],
  ['reflection with status 405', { allow: echo, credentials: 'true', on: 'OPTIONS', preflightStatus: 405 }, 'closed'],
])('%s', (_name, answers, outcome) => {
  expect(judged(preflight, { cors: corsAnswers(answers) })?.outcome).toBe(outcome);
});

it('is not assessed without a response', () => {
  const cors = corsAnswers({});
  const probes = cors.probes.filter(({ kind }) => kind !== 'preflight');
  expect(judged(preflight, { cors: { ...cors, probes, incomplete: 'timeout' } })?.status).toBe('unknown');
});
