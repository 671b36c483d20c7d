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
  ['reflection with status 405', { allow: echo, credentials: 'true', on: 'OPTIONS', preflightStatus: 405 }, 'closed'],
])('%s', (_name, answers, outcome) => {
  expect(judged(preflight, { cors: corsAnswers(answers) })?.outcome).toBe(outcome);
});

it('is not assessed without a response', () => {
  const cors = corsAnswers({});
  const probes = cors.probes.filter(({ kind }) => kind !== 'preflight');
  expect(judged(preflight, { cors: { ...cors, probes, incomplete: 'timeout' } })?.status).toBe('unknown');
});
