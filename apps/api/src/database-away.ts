import { Prisma } from '@palisade/db/client';

/** Unreachable, too slow to connect, connection lost, no connection free in time (Prisma's error reference). */
const PRISMA_CODES: ReadonlySet<string> = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2037']);
const ADAPTER_KINDS: ReadonlySet<string> = new Set([
  'DatabaseNotReachable',
  'ConnectionClosed',
  'SocketTimeout',
  'TooManyConnections',
]);
/**
 * Class 08; shut down by an operator or a crash, starting up; class 53, out of disk, memory or connections; class 58, its files;
 * a database that takes no changes (PostgreSQL, appendix A).
 */
const SQLSTATES = /^(?:08...|57P0[1-3]|53...|58...|25006)$/;
/** What node-postgres throws as a bare Error. */
const DRIVER_MESSAGES = /^(?:timeout exceeded when trying to connect|Connection terminated)/;

/** The database cannot be used right now: nobody's request is wrong, and trying again helps. */
export function databaseAway(error: unknown): boolean {
  if (error instanceof Prisma.PrismaClientInitializationError) return true;
  if (error instanceof Prisma.PrismaClientKnownRequestError) {
    const cause = (error.meta as { driverAdapterError?: { cause?: AdapterCause } } | undefined)?.driverAdapterError
      ?.cause;
    return PRISMA_CODES.has(error.code) || isAway(cause);
  }
  if (!(error instanceof Error)) return false;
  return (
    DRIVER_MESSAGES.test(error.message) || (error.name === 'DriverAdapterError' && isAway(error.cause as AdapterCause))
  );
}

interface AdapterCause {
  kind?: string;
  originalCode?: string;
}

function isAway(cause: AdapterCause | undefined): boolean {
  return ADAPTER_KINDS.has(cause?.kind ?? '') || SQLSTATES.test(cause?.originalCode ?? '');
}
