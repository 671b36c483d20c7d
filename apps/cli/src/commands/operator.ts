import { userInfo } from 'node:os';
import { Email } from '@palisade/access/email';
import type { Db } from '@palisade/db/client';
import { UsageError } from '../usage-error.ts';

/** Context of an operator's command. Only secrets go to `out`; everything else for the operator goes to `err`. */
export interface OperatorDeps {
  db: Db;
  appSecret: string;
  /** Base of links in emails. */
  publicBaseUrl(): string;
  out(line: string): void;
  err(line: string): void;
}

/** The name written to the audit trail. */
export function actor(): string {
  try {
    return `operator:${userInfo().username}`;
  } catch {
    // A container's user may have no name.
    return `operator:uid-${process.getuid?.() ?? 'unknown'}`;
  }
}

/** Whether it is written as ids of the database are; any other text there is an error of PostgreSQL. */
export function isId(text: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}

export function emailFrom(text: string | undefined): string {
  if (text === undefined) throw new UsageError('--email is missing');
  const { data: address } = Email.safeParse(text);
  if (address === undefined) throw new UsageError(`${text} is not an email address`);
  // The key of accounts: no two people differ only in the case of their address.
  return address.toLowerCase();
}
