import { allListedHosts, listHost, unlistHost } from '@palisade/db/listed-hosts';
import { hostName } from '@palisade/report/host-name';
import { UsageError } from '../usage-error.ts';
import type { OperatorDeps } from './operator.ts';

/** Makes hosts public. */
export async function addHosts(hosts: readonly string[], { db, out }: OperatorDeps): Promise<void> {
  for (const host of hosts.map(checked)) {
    await listHost(db, host);
    out(`${host} is listed; its first scan starts within a minute while the service is running`);
  }
}

/** Including their results. */
export async function removeHosts(hosts: readonly string[], { db, out }: OperatorDeps): Promise<void> {
  for (const host of hosts.map(checked)) {
    out((await unlistHost(db, host)) ? `${host} is removed` : `${host} was not listed`);
  }
}

export async function listHosts(options: { json?: boolean }, { db, out }: OperatorDeps): Promise<void> {
  for (const host of await allListedHosts(db)) {
    const state = host.optedOutAt ? 'opted out' : `by ${host.listedBy}`;
    const result = host.scannedAt
      ? `${host.grade} ${host.scannedAt.toISOString()}`
      : (host.lastError ?? 'no result yet');
    out(options.json ? JSON.stringify(host) : [host.host, state, result].join('  '));
  }
}

function checked(text: string): string {
  const host = hostName(text);
  if (host === null) throw new UsageError(`leaderboard: ${text} is not a public hostname such as example.com`);
  return host;
}
