import type { FastifyRequest } from 'fastify';
import { reportOwners } from '@palisade/billing/customer';
import type { Tx } from '@palisade/db/client';
import { accountOf, type SessionDeps } from '../account/require-session.ts';

/** Someone who is signed in, and what their reports are kept under. */
export interface Visitor {
  email: string;
  owners: readonly string[];
}

/** Null: no one is signed in. Costs nothing for visitors without a session. */
export async function visitorOf(request: FastifyRequest, deps: SessionDeps & { db: Tx }): Promise<Visitor | null> {
  const session = await accountOf(request, deps);
  return session && { email: session.email, owners: await reportOwners(deps.db, session.email) };
}

export function owns(visitor: Visitor | null, report: { owner: string | null }): boolean {
  return visitor !== null && report.owner !== null && visitor.owners.includes(report.owner);
}
