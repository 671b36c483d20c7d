import { VARIABLES } from '@palisade/config/config';
import { expect, it } from 'vitest';
import { environmentFor } from './service-environment.ts';

const SECRETS = [
  'APP_SECRET',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'RAZORPAY_KEY_SECRET',
  'RAZORPAY_WEBHOOK_SECRET',
  'RESEND_API_KEY',
  'OPS_TOKEN',
  'DATABASE_PASSWORD_API',
  'DATABASE_PASSWORD_REPORT_WORKER',
];
const whole = Object.fromEntries(
  [...VARIABLES, 'PATH', 'AWS_SECRET_ACCESS_KEY', 'GITHUB_TOKEN'].map((name) => [name, name]),
);

it.each([
  ['api', SECRETS.filter((name) => name !== 'RESEND_API_KEY' && !name.startsWith('DATABASE_'))],
  ['scan-worker', []],
  ['report-worker', SECRETS.filter((name) => name !== 'OPS_TOKEN' && !name.startsWith('DATABASE_'))],
] as const)('%s gets its part of the environment', (service, secrets) => {
  const names = Object.keys(environmentFor(service, whole, VARIABLES));
  expect(SECRETS.filter((name) => names.includes(name))).toEqual(secrets);
  expect(names).toEqual(expect.arrayContaining(['PATH', 'DATABASE_URL', 'SCAN_TIMEOUT_MS', 'LOG_LEVEL']));
  // Unrelated variables of an operator's shell.
  expect(names).not.toContain('AWS_SECRET_ACCESS_KEY');
  expect(names).not.toContain('GITHUB_TOKEN');
});

it('every variable that is a secret is withheld from scanning', () => {
  const names = Object.keys(environmentFor('scan-worker', whole, VARIABLES));
  expect(names.filter((name) => /SECRET|TOKEN|_KEY|PASSWORD/.test(name))).toEqual([]);
});
