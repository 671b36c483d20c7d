import type { Db } from '@palisade/db/client';

const SIGN_OUT = 'ops.sign_out';
/** How long a request waits for the query whether its session was signed out. */
const PATIENCE_MS = 1_000;

/** Operator sessions that were signed out. They are in the audit trail, so that every API process knows them. */
export interface EndedSessions {
  began(id: string): Promise<void>;
  end(id: string): Promise<void>;
  has(id: string): Promise<boolean>;
}

export function endedSessions(db: Db, onError: (error: unknown) => void): EndedSessions {
  const here = new Set<string>();
  const note = async (action: string, subject: string): Promise<void> => {
    // An operator must be able to sign in while the database is down.
    await db.auditEntry.create({ data: { actor: 'operator:session', action, subject } }).catch(onError);
  };
  return {
    began: (id) => note('ops.sign_in', id),
    end(id) {
      here.add(id);
      return note(SIGN_OUT, id);
    },
    async has(id) {
      if (here.has(id)) return true;
      const asked = db.auditEntry.findFirst({ where: { subject: id, action: SIGN_OUT }, select: { id: true } });
      const late = new Promise<null>((resolve) => void setTimeout(resolve, PATIENCE_MS, null).unref());
      const found = await Promise.race([asked, late]).catch(() => null);
      if (found) here.add(id);
      return found !== null;
    },
  };
}
