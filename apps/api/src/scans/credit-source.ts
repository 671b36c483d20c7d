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

/** What pays for a scan: the monthly quota of a key, the daily quota of an address, or a token. */
export interface CreditSource {
  /** Changes nothing. @throws what `take` would throw, as far as it is known: QuotaExhausted, TokenRefused */
  check(): Promise<void>;
  /** Holds one unit, or the token, while the scan runs. @throws QuotaExhausted, TokenRefused */
  take(): Promise<Reservation>;
  /** Charges, before the report is sent. @returns false if the reservation is no longer held. @throws TokenRefused */
  consume(held: Reservation, report: ScanReport, alongside?: (tx: Tx) => Promise<void>): Promise<boolean>;
  /** Gives the unit or token back, because nothing was delivered. */
  release(held: Reservation): Promise<unknown>;
}

/** A request ends within five seconds of the scan timeout: a unit that is held longer belongs to a dead process. */
const LEASE_SLACK_MS = 20_000;

export interface CreditDeps {
  db: Db;
  /** A connection pool that the queries of scans do not use up. */
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

/** The monthly quota of a key. */
export function monthlyCredit(deps: CreditDeps, key: KeyWithQuota): CreditSource {
  return {
    check: () => checkMonthlyScan(deps.quickDb, key),
    take: () => takeMonthlyScan(deps.db, key, { leaseMs: leaseOf(deps) }),
    ...settledIn(deps.db),
  };
}

/**
 * The daily quota of free scans of an address.
 * @param onTaken called with what is left once the unit is taken
 * @param drafted the report that the unit pays for: one statement stores it and consumes the unit, or does neither
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
      if (alongside) throw new Error('a report that is stored with its unit has nothing alongside');
      return keepForUnit(deps.db, kept, held.id);
    },
  };
}

/** A token, which is valid for one report. */
export function tokenCredit(deps: CreditDeps, wanted: { token: string; kind: TokenKind }): CreditSource {
  return {
    check: async () => void (await checkToken(deps.quickDb, wanted, deps.appSecret)),
    take: () => reserveToken(deps.db, { ...wanted, leaseMs: leaseOf(deps) }, deps.appSecret),
    ...settledIn(deps.db),
    // Throws if the token was refunded while in use, so that its holder learns why there is no report.
    consume: (held, _report, alongside) =>
      deps.db.$transaction(async (tx) => {
        await chargeReservation(tx, held);
        await alongside?.(tx);
        return true;
      }),
  };
}
