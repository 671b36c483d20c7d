import type { Db } from '@palisade/db/client';

const SIGN_OUT = 'ops.sign_out';
/** How long a request waits to hear that its session was signed out. */
const PATIENCE_MS = 1_000;

/** Which operators' sessions were signed out. The audit trail keeps it, for every API process and each later one. */
export interface EndedSessions {
  began(id: string): Promise<void>;
  end(id: string): Promise<void>;
  has(id: string): Promise<boolean>;
}

export function endedSessions(db: Db, onError: (error: unknown) => void): EndedSessions {
  const here = new Set<string>();
  const note = async (action: string, subject: string): Promise<void> => {
    // With the database away an operator must come in all the more.
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
