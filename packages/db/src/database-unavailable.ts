import { Prisma } from './client.ts';

/** Unreachable, connect timeout, connection lost, no free connection in time, deadlock (Prisma's error reference). */
const PRISMA_CODES: ReadonlySet<string> = new Set([
  'P1001',
  'P1002',
  'P1008',
  'P1017',
  'P2024',
  'P2028',
  'P2034',
  'P2037',
]);
const ADAPTER_KINDS: ReadonlySet<string> = new Set([
  'DatabaseNotReachable',
  'ConnectionClosed',
  'SocketTimeout',
  'TooManyConnections',
  'TransactionWriteConflict',
]);
/**
 * Class 08; class 40, a transaction rolled back for another one, as in a deadlock; a lock or a statement that exceeded the
 * server's time limit, as managed databases have one; shut down by an operator or a crash, starting up; class 53, out of disk, memory or connections; class 58, file errors;
 * a read-only database (PostgreSQL, appendix A).
 */
const SQLSTATES = /^(?:08...|40...|55P03|57014|57P0[1-3]|53...|58...|25006)$/;
/** A full disk, a broken disk, a read-only database: a write that failed now will also fail in a second. */
const STORES_NOTHING = /^(?:53100|58...|25006)$/;
/** What node-postgres throws as a plain Error. */
const DRIVER_MESSAGES = /^(?:timeout exceeded when trying to connect|Connection terminated)/;

/** The database is currently unavailable: the request is valid, and retrying helps. */
export function databaseUnavailable(error: unknown): boolean {
  if (error instanceof Prisma.PrismaClientInitializationError) return true;
  if (error instanceof Prisma.PrismaClientKnownRequestError && PRISMA_CODES.has(error.code)) return true;
  if (error instanceof Error && DRIVER_MESSAGES.test(error.message)) return true;
  const { kind = '', originalCode = '' } = causeOf(error);
  return ADAPTER_KINDS.has(kind) || SQLSTATES.test(originalCode);
}

/** The database answers but stores nothing: an immediate retry is useless. */
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
