import { randomBytes } from 'node:crypto';
import type { Config } from '@palisade/config/config';
import { databasePasswords } from '@palisade/config/database-passwords';
import { grantAccess, urlAs } from '@palisade/db/roles/grant-access';
import type { ServiceName } from './service-environment.ts';

/**
 * The database URL of each service, with its own role and rights. The embedded database's passwords are
 * generated at each start and not stored; on an operator's server, roles are created only if passwords are given.
 */
export async function databaseAccess(ownerUrl: string, config: Config): Promise<(service: ServiceName) => string> {
  const passwords = config.DATABASE_URL ? databasePasswords(config) : freshPasswords();
  if (!passwords) return () => ownerUrl;
  await grantAccess(ownerUrl, passwords);
  return (service) => {
    // The browser worker reads the address of a scan and writes its heartbeat, which the scan worker's role allows.
    const role = service === 'browser-worker' ? 'scan-worker' : service;
    return urlAs(ownerUrl, role, passwords[role]);
  };
}

function freshPasswords(): Record<Exclude<ServiceName, 'browser-worker'>, string> {
  const password = () => randomBytes(24).toString('base64url');
  return { api: password(), 'scan-worker': password(), 'report-worker': password() };
}
