import { parseArgs } from 'node:util';
import { redacted } from '@palisade/access/credential-format';
import { findKey } from '@palisade/access/find-key';
import { issueKey, revokeKeyById } from '@palisade/access/keys';
import { listKeys } from '@palisade/access/list-keys';
import { isPlan, PLANS } from '@palisade/access/plans';
import { rotateKey } from '@palisade/access/rotate-key';
import { UsageError } from '../usage-error.ts';
import { actor, emailFrom, type OperatorDeps } from './operator.ts';

/** `palisade keys …`. @returns the exit code */
export async function run([command, ...rest]: string[], deps: OperatorDeps): Promise<number> {
  if (command === 'create') await create(rest, deps);
  else if (command === 'rotate') await rotate(rest, deps);
  else if (command === 'revoke') await revoke(rest, deps);
  else if (command === 'list') await list(rest, deps);
  else throw new UsageError(command === undefined ? 'keys: what about them?' : `keys: there is no command ${command}`);
  return 0;
}

async function create(args: string[], deps: OperatorDeps): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      email: { type: 'string' },
      plan: { type: 'string', default: 'pro' },
      'scans-per-month': { type: 'string' },
    },
  });
  const { plan } = values;
  if (!isPlan(plan)) throw new UsageError(`there is no plan ${plan}: there is ${Object.keys(PLANS).join(', ')}`);
  const agreed = values['scans-per-month'];
  if (agreed !== undefined && !/^\d{1,9}$/.test(agreed)) {
    throw new UsageError('--scans-per-month wants a whole number');
  }
  const order = {
    email: emailFrom(values.email),
    plan,
    source: null,
    actor: actor(),
    ...(agreed !== undefined && { monthlyScans: Number(agreed) }),
  };
  const { key } = await deps.db.$transaction((tx) => issueKey(tx, order, deps.appSecret));
  deps.out(key);
}

async function rotate(args: string[], deps: OperatorDeps): Promise<void> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { now: { type: 'boolean' } } });
  const id = await idFrom(positionals, deps);
  const options = { appSecret: deps.appSecret, actor: actor(), ...(values.now && { overlapMs: 0 }) };
  const { key, oldKeyWorksUntil } = await deps.db.$transaction((tx) => rotateKey(tx, id, options));
  deps.out(key);
  deps.err(values.now ? 'the old key stopped working' : `the old key works until ${oldKeyWorksUntil.toISOString()}`);
}

async function revoke(args: string[], deps: OperatorDeps): Promise<void> {
  const { positionals } = parseArgs({ args, allowPositionals: true, options: {} });
  const id = await idFrom(positionals, deps);
  const revoked = await deps.db.$transaction((tx) => revokeKeyById(tx, id, actor()));
  deps.out(revoked ? `revoked ${id}` : `${id} was revoked before`);
}

async function list(args: string[], deps: OperatorDeps): Promise<void> {
  const { values } = parseArgs({ args, options: { email: { type: 'string' }, json: { type: 'boolean' } } });
  const keys = await listKeys(deps.db, values.email === undefined ? {} : { email: values.email });
  for (const key of keys) {
    const shown = redacted(key.prefix, key.last4);
    deps.out(
      values.json
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

async function idFrom(positionals: string[], deps: OperatorDeps): Promise<string> {
  const [which, ...more] = positionals;
  if (which === undefined || more.length > 0) throw new UsageError('name one key, by its id or itself');
  const id = await findKey(deps.db, which, deps.appSecret);
  if (id === null) throw new Error('there is no such key');
  return id;
}
