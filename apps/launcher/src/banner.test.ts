import { readConfig } from '@palisade/config/config';
import { expect, it } from 'vitest';
import { banner } from './banner.ts';

it.each([
  ['nothing', {}, []],
  ['ranges that scans may reach', { SCAN_ALLOW_CIDRS: '10.0.0.0/8' }, ['scans may reach 10.0.0.0/8']],
  ['emails that Resend would refuse', { RESEND_API_KEY: 're_1' }, ['MAIL_FROM is not set']],
  ['no emails with a sender', { RESEND_API_KEY: 're_1', MAIL_FROM: 'Example <reports@example.com>' }, []],
])('warns of %s', (_what, env, warnings) => {
  const listening = { host: '127.0.0.1', port: 3000, baseUrl: 'http://127.0.0.1:3000' };
  const lines = banner(readConfig(env), listening).split('\n');
  const warned = lines.filter((line) => line.startsWith('  Warning  '));
  expect(warned).toEqual(warnings.map((warning) => expect.stringContaining(warning) as string));
});
