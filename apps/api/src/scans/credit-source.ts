import { checkFreeScan, takeFreeScan, type FreeQuota, type FreeUsage } from '@palisade/access/free-quota';
import { checkMonthlyScan, takeMonthlyScan, type KeyWithQuota } from '@palisade/access/monthly-quota';
import {
  chargeReservation,
  consumeReservation,
  releaseReservation,
  type Reservation,
} from '@palisade/access/reservation';
import { checkToken, reserveToken } from '@palisade/access/reserve-token';
import type { TokenKind } from '@palisade/access/tokens';
import type { Db, Tx } from '@palisade/db/client';
import { keepForUnit, type NewServedReport } from '@palisade/db/served-reports';
import type { ScanReport } from '@palisade/report/report';

/** What pays for a scan: the month of a key, the day of an address, or a token. */
export interface CreditSource {
  /** Changes nothing. @throws what `take` would throw, as far as it is known: QuotaExhausted, TokenRefused */
  check(): Promise<void>;
  /** Holds one unit, or the token, while the scan runs. @throws QuotaExhausted, TokenRefused */
  take(): Promise<Reservation>;
  /** The report is about to be delivered. @returns false when the reservation is not held any more. @throws TokenRefused */
  consume(held: Reservation, report: ScanReport, alongside?: (tx: Tx) => Promise<void>): Promise<boolean>;
  /** Nothing was delivered. */
  release(held: Reservation): Promise<unknown>;
}

/** A request lives five seconds longer than its scan at most; a unit that is held longer belongs to a dead process. */
const LEASE_SLACK_MS = 20_000;

export interface CreditDeps {
  db: Db;
  /** Connections that no scan's own queries fill. */
  quickDb: Db;
  appSecret: string;
  scanTimeoutMs: number;
}

const leaseOf = ({ scanTimeoutMs }: CreditDeps): number => scanTimeoutMs + LEASE_SLACK_MS;

const settledIn = (db: Db): Pick<CreditSource, 'consume' | 'release'> => ({
  consume: (held, _report, alongside) =>
    alongside
      ? db.$transaction(async (tx) => {
          const consumed = await consumeReservation(tx, held);
          if (consumed) await alongside(tx);
          return consumed;
        })
      : consumeReservation(db, held),
  release: (held) => releaseReservation(db, held),
});

/** The key's month. */
export function monthlyCredit(deps: CreditDeps, key: KeyWithQuota): CreditSource {
  return {
    check: () => checkMonthlyScan(deps.quickDb, key),
    take: () => takeMonthlyScan(deps.db, key, { leaseMs: leaseOf(deps) }),
    ...settledIn(deps.db),
  };
}

/**
 * The free scans of the address's day.
 * @param onTaken told what is left with the unit taken
 * @param drafted the report that the unit pays for, to be kept in the statement that consumes it: both or neither
 */
export function freeCredit(
  deps: CreditDeps,
  request: FreeQuota,
  onTaken: (usage: FreeUsage) => void = () => undefined,
  drafted: () => NewServedReport | undefined = () => undefined,
): CreditSource {
  const settled = settledIn(deps.db);
  return {
    check: () => checkFreeScan(deps.quickDb, request),
    async take() {
      const { held, usage } = await takeFreeScan(deps.db, { ...request, leaseMs: leaseOf(deps) });
      onTaken(usage);
      return held;
    },
    ...settled,
    async consume(held, report, alongside) {
      const kept = drafted();
      if (!kept) return settled.consume(held, report, alongside);
      if (alongside) throw new Error('a report that is kept with its unit has nothing alongside');
      return keepForUnit(deps.db, kept, held.id);
    },
  };
}

/** A token: good for one report. */
export function tokenCredit(deps: CreditDeps, wanted: { token: string; kind: TokenKind }): CreditSource {
  return {
    check: async () => void (await checkToken(deps.quickDb, wanted, deps.appSecret)),
    take: () => reserveToken(deps.db, { ...wanted, leaseMs: leaseOf(deps) }, deps.appSecret),
    ...settledIn(deps.db),
    // Refunded while it was in use: its holder is told so.
    consume: (held, _report, alongside) =>
      deps.db.$transaction(async (tx) => {
        await chargeReservation(tx, held);
        await alongside?.(tx);
        return true;
      }),
  };
}
