import { randomUUID } from 'node:crypto';
import { pasted } from '@palisade/access/credential-format';
import { digestAtRest } from '@palisade/access/keyed-hash';
import { issueToken, revokeToken, type TokenKind } from '@palisade/access/tokens';
import { tokenWord } from '@palisade/billing/customer';
import { UsageError } from '../usage-error.ts';
import { actor, emailFrom, isId, type OperatorDeps } from './operator.ts';

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

export async function listTokens(options: { email?: string; json?: boolean }, deps: OperatorDeps): Promise<void> {
  const tokens = await deps.db.accessToken.findMany({
    where: options.email === undefined ? {} : { email: emailFrom(options.email) },
    orderBy: { createdAt: 'desc' },
    take: 1_000,
  });
  for (const token of tokens) {
    const { id, kind, email, last4, createdAt, expiresAt } = token;
    const state = tokenWord(token);
    const line = [id, kind.padEnd(10), `…${last4}`, state.padEnd(8), createdAt.toISOString(), email].join('  ');
    deps.out(
      options.json ? JSON.stringify({ id, kind, token: `…${last4}`, state, email, createdAt, expiresAt }) : line,
    );
  }
}

export async function revokeOne(given: string, deps: OperatorDeps): Promise<void> {
  const which = pasted(given);
  const where = isId(which) ? { id: which } : { digest: digestAtRest(deps.appSecret, which) };
  const token = await deps.db.accessToken.findUnique({ where });
  if (!token) throw new Error('there is no such token');
  await deps.db.$transaction((tx) => revokeToken(tx, token.source, actor()));
  deps.out(token.revokedAt ? `${token.id} is already revoked` : `revoked ${token.id}`);
}
