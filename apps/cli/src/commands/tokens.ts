import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { issueToken, type TokenKind } from '@palisade/access/tokens';
import { UsageError } from '../usage-error.ts';
import { actor, emailFrom, type OperatorDeps } from './operator.ts';

const KINDS: ReadonlyMap<string | undefined, TokenKind> = new Map([
  ['one-time', 'one_time'],
  ['compliance', 'compliance'],
]);

/** `palisade tokens create …`. @returns the exit code */
export async function run([command, ...rest]: string[], deps: OperatorDeps): Promise<number> {
  if (command !== 'create') {
    throw new UsageError(command === undefined ? 'tokens: what about them?' : `tokens: there is no command ${command}`);
  }
  const { values } = parseArgs({ args: rest, options: { kind: { type: 'string' }, email: { type: 'string' } } });
  const kind = KINDS.get(values.kind);
  if (kind === undefined) throw new UsageError('--kind is one-time or compliance');
  const order = { kind, email: emailFrom(values.email), source: `operator:${randomUUID()}`, actor: actor() };
  const { token } = await deps.db.$transaction((tx) => issueToken(tx, order, deps.appSecret));
  deps.out(token);
  return 0;
}
