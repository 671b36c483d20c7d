import { redacted } from '@palisade/access/credential-format';
import { findKey } from '@palisade/access/find-key';
import { issueKey, revokeKeyById, setVolume } from '@palisade/access/keys';
import { listKeys } from '@palisade/access/list-keys';
import { isPlan, PLANS } from '@palisade/access/plans';
import { rotateAndMail } from '@palisade/billing/secret-mail';
import { enqueueMail } from '@palisade/mail/enqueue-mail';
import { counted } from '@palisade/report/counted';
import { UsageError } from '../usage-error.ts';
import { actor, emailFrom, type OperatorDeps } from './operator.ts';

export async function createKey(
  options: { email?: string; plan: string; scansPerMonth?: number },
  deps: OperatorDeps,
): Promise<void> {
  const { plan } = options;
  if (!isPlan(plan)) throw new UsageError(`there is no plan ${plan}; available: ${Object.keys(PLANS).join(', ')}`);
  const order = {
    email: emailFrom(options.email),
    plan,
    source: null,
    actor: actor(),
    ...(options.scansPerMonth !== undefined && { monthlyScans: options.scansPerMonth }),
  };
  const { key } = await deps.db.$transaction((tx) => issueKey(tx, order, deps.appSecret));
  deps.out(key);
}

export async function rotate(which: string, { now }: { now?: boolean }, deps: OperatorDeps): Promise<void> {
  const id = await idFrom(which, deps);
  const mail = { appSecret: deps.appSecret, publicBaseUrl: deps.publicBaseUrl, enqueueMail };
  const options = { actor: actor(), atOnce: now ?? false };
  const { key, oldKeyWorksUntil } = await deps.db.$transaction((tx) => rotateAndMail(tx, mail, id, options));
  deps.out(key);
  const old = now ? 'the old key stopped working' : `the old key works until ${oldKeyWorksUntil.toISOString()}`;
  deps.err(`${old}; its owner gets the new one by email`);
}

export async function revoke(which: string, deps: OperatorDeps): Promise<void> {
  const id = await idFrom(which, deps);
  const revoked = await deps.db.$transaction((tx) => revokeKeyById(tx, id, actor()));
  deps.out(revoked ? `revoked ${id}` : `${id} is already revoked`);
}

/** The higher plan: an agreed volume replaces the plan's. */
export async function changeVolume(
  which: string,
  { scansPerMonth }: { scansPerMonth?: number },
  deps: OperatorDeps,
): Promise<void> {
  if (scansPerMonth === undefined) throw new UsageError('--scans-per-month is missing');
  const id = await idFrom(which, deps);
  await deps.db.$transaction((tx) => setVolume(tx, id, scansPerMonth, actor()));
  deps.out(`${id} now has ${counted(scansPerMonth, 'scan')} a month`);
}

export async function list(options: { email?: string; json?: boolean }, deps: OperatorDeps): Promise<void> {
  const keys = await listKeys(deps.db, options.email === undefined ? {} : { email: emailFrom(options.email) });
  for (const key of keys) {
    const shown = redacted(key.prefix, key.last4);
    deps.out(
      options.json
        ? JSON.stringify({ ...key, key: shown })
        : [
            key.id,
            shown,
            key.status.padEnd(9),
            key.plan.padEnd(5),
            `${key.scansUsed}/${key.scansLimit}`.padStart(7),
            `used ${key.lastUsedAt?.toISOString() ?? 'never'}`,
            key.email,
          ].join('  '),
    );
  }
}

async function idFrom(which: string, deps: OperatorDeps): Promise<string> {
  const id = await findKey(deps.db, which, deps.appSecret);
  if (id === null) throw new Error('there is no such key');
  return id;
}
