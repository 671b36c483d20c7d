import { z } from 'zod';
import { secret, url, type Secret } from './fields.ts';
import { given, parseEnvironment } from './parse-environment.ts';

/** Passwords of the database roles, one for each service. With DATABASE_URL (the owner's), either all or none are set. */
export const DatabasePasswords = z.object({
  DATABASE_PASSWORD_API: secret.optional(),
  DATABASE_PASSWORD_SCAN_WORKER: secret.optional(),
  DATABASE_PASSWORD_REPORT_WORKER: secret.optional(),
});
type Name = keyof typeof DatabasePasswords.shape;

export const NEEDED_PASSWORDS: ReadonlyArray<readonly [variable: Name, needed: Name | 'DATABASE_URL']> = [
  ['DATABASE_PASSWORD_API', 'DATABASE_URL'],
  ['DATABASE_PASSWORD_API', 'DATABASE_PASSWORD_SCAN_WORKER'],
  ['DATABASE_PASSWORD_SCAN_WORKER', 'DATABASE_PASSWORD_REPORT_WORKER'],
  ['DATABASE_PASSWORD_REPORT_WORKER', 'DATABASE_PASSWORD_API'],
];

/** Null: every service uses the role of DATABASE_URL. */
export function databasePasswords(
  config: Readonly<Partial<Record<Name, Secret | undefined>>>,
): Record<'api' | 'scan-worker' | 'report-worker', string> | null {
  const [api, scanWorker, reportWorker] = [
    config.DATABASE_PASSWORD_API,
    config.DATABASE_PASSWORD_SCAN_WORKER,
    config.DATABASE_PASSWORD_REPORT_WORKER,
  ];
  if (!api || !scanWorker || !reportWorker) return null;
  return { api: api.reveal(), 'scan-worker': scanWorker.reveal(), 'report-worker': reportWorker.reveal() };
}

const MigrationEnvironment = DatabasePasswords.extend({
  DATABASE_URL: url('postgresql:', 'postgres:'),
  REDIS_URL: url('redis:', 'rediss:').optional(),
});

/**
 * What a migration needs: the owner's URL, and the passwords if services have their own roles.
 * @throws ConfigError
 */
export function readMigrationConfig(environment: NodeJS.ProcessEnv = process.env) {
  const variables = given(environment);
  const faults = NEEDED_PASSWORDS.filter(([variable, needed]) => variables[variable] && !variables[needed]);
  return parseEnvironment(
    MigrationEnvironment,
    variables,
    faults.map(([variable, needed]) => `${needed} is needed because ${variable} is set`),
  );
}
