import { Prisma } from './client.ts';

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
/** A full disk, a broken one, a database that takes no changes: what it was asked to store now, it will not store in a second. */
const STORES_NOTHING = /^(?:53100|58...|25006)$/;
/** What node-postgres throws as a bare Error. */
const DRIVER_MESSAGES = /^(?:timeout exceeded when trying to connect|Connection terminated)/;

/** The database cannot be used right now: no request is wrong, and trying again helps. */
export function databaseAway(error: unknown): boolean {
  if (error instanceof Prisma.PrismaClientInitializationError) return true;
  if (error instanceof Prisma.PrismaClientKnownRequestError && PRISMA_CODES.has(error.code)) return true;
  if (error instanceof Error && DRIVER_MESSAGES.test(error.message)) return true;
  const { kind = '', originalCode = '' } = causeOf(error);
  return ADAPTER_KINDS.has(kind) || SQLSTATES.test(originalCode);
}

/** The database answers, and keeps nothing: to try the same again at once is of no use. */
export function storesNothing(error: unknown): boolean {
  return STORES_NOTHING.test(causeOf(error).originalCode ?? '');
}

interface AdapterCause {
  kind?: string;
  originalCode?: string;
}

function causeOf(error: unknown): AdapterCause {
  if (error instanceof Prisma.PrismaClientKnownRequestError) {
    const { driverAdapterError } = (error.meta ?? {}) as { driverAdapterError?: { cause?: AdapterCause } };
    return driverAdapterError?.cause ?? {};
  }
  if (!(error instanceof Error) || error.name !== 'DriverAdapterError') return {};
  return (error.cause as AdapterCause | undefined) ?? {};
}
