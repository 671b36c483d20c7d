import { randomBytes } from 'node:crypto';
import type { Config } from '@palisade/config/config';
import { databasePasswords } from '@palisade/config/database-passwords';
import { grantAccess, urlAs } from '@palisade/db/roles/grant-access';
import type { ServiceName } from './service-environment.ts';

/**
 * Where each service finds the database: as its own role, with its own rights. The embedded one's passwords are
 * made at each start and kept by no one; on an operator's server roles are made only where passwords are given.
 */
export async function databaseAccess(ownerUrl: string, config: Config): Promise<(service: ServiceName) => string> {
  const passwords = config.DATABASE_URL ? databasePasswords(config) : freshPasswords();
  if (!passwords) return () => ownerUrl;
  await grantAccess(ownerUrl, passwords);
  return (service) => {
    // The worker with the browser reads the address of a scan and writes its heartbeat: both may the scan worker.
    const role = service === 'browser-worker' ? 'scan-worker' : service;
    return urlAs(ownerUrl, role, passwords[role]);
  };
}

function freshPasswords(): Record<Exclude<ServiceName, 'browser-worker'>, string> {
  const password = () => randomBytes(24).toString('base64url');
  return { api: password(), 'scan-worker': password(), 'report-worker': password() };
}
