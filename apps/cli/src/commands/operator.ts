import { userInfo } from 'node:os';
import { isEmail } from '@palisade/access/email';
import type { Db } from '@palisade/db/client';
import { UsageError } from '../usage-error.ts';

/** What an operator's command works on. Secrets go to `out`, alone; all else an operator should know goes to `err`. */
export interface OperatorDeps {
  db: Db;
  appSecret: string;
  /** Where links in mails point at. */
  publicBaseUrl(): string;
  out(line: string): void;
  err(line: string): void;
}

/** Who is written into the audit trail. */
export function actor(): string {
  try {
    return `operator:${userInfo().username}`;
  } catch {
    // A container's user may have no name.
    return `operator:uid-${process.getuid?.() ?? 'unknown'}`;
  }
}

export function emailFrom(text: string | undefined): string {
  if (text === undefined) throw new UsageError('--email is missing');
  if (!isEmail(text)) throw new UsageError(`${text} is not an email address`);
  // Accounts are looked up by it: no one means two people by the case of an address.
  return text.toLowerCase();
}
