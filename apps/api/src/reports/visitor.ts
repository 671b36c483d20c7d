import type { FastifyRequest } from 'fastify';
import { reportOwners } from '@palisade/billing/customer';
import type { Tx } from '@palisade/db/client';
import { accountOf, type SessionDeps } from '../account/require-session.ts';

/** A signed-in visitor and the owners that their reports are stored under. */
export interface Visitor {
  email: string;
  owners: readonly string[];
}

/** @returns null if no one is signed in; without a session cookie this makes no query */
export async function visitorOf(request: FastifyRequest, deps: SessionDeps & { db: Tx }): Promise<Visitor | null> {
  const session = await accountOf(request, deps);
  return session && { email: session.email, owners: await reportOwners(deps.db, session.email) };
}

export function owns(visitor: Visitor | null, report: { owner: string | null }): boolean {
  return visitor !== null && report.owner !== null && visitor.owners.includes(report.owner);
}
