import { randomUUID } from 'node:crypto';
import { issueToken, type TokenKind } from '@palisade/access/tokens';
import { UsageError } from '../usage-error.ts';
import { actor, emailFrom, type OperatorDeps } from './operator.ts';

const KINDS: ReadonlyMap<string | undefined, TokenKind> = new Map([
  ['one-time', 'one_time'],
  ['compliance', 'compliance'],
]);

export async function createToken(options: { kind?: string; email?: string }, deps: OperatorDeps): Promise<void> {
  const kind = KINDS.get(options.kind);
  if (kind === undefined) throw new UsageError('--kind is one-time or compliance');
  const order = { kind, email: emailFrom(options.email), source: `operator:${randomUUID()}`, actor: actor() };
  const { token } = await deps.db.$transaction((tx) => issueToken(tx, order, deps.appSecret));
  deps.out(token);
}
