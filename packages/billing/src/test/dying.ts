/** Our process, crashing at a given point. */
import type { BillingDeps } from '../billing-deps.ts';
import type { Crash } from './billing-steps.ts';

export class Crashed extends Error {}

export function dying(deps: BillingDeps, crash: Crash): BillingDeps {
  if (crash === 'in_transaction') {
    const enqueueMail: BillingDeps['enqueueMail'] = async (tx, mail) => {
      await deps.enqueueMail(tx, mail);
      throw new Crashed();
    };
    return { ...deps, enqueueMail };
  }
  if (crash === 'before_mark') {
    const update = () => Promise.reject(new Crashed());
    const db = replacing(deps.db, 'providerEvent', replacing(deps.db.providerEvent, 'update', update));
    return { ...deps, db };
  }
  return deps;
}

/** The same object with one member replaced: Prisma's clients cannot be spread. */
function replacing<T extends object>(real: T, member: keyof T, replacement: unknown): T {
  return new Proxy(real, {
    get: (target, name) => (name === member ? replacement : (Reflect.get(target, name) as unknown)),
  });
}
