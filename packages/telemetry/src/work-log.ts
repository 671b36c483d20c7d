import { AsyncLocalStorage } from 'node:async_hooks';
import { scrub } from './scrub.ts';

const MOST_LINES = 100;
const SECRET_FIELDS = new Set(['email', 'key', 'token', 'authorization', 'cookie']);

const collecting = new AsyncLocalStorage<string[]>();

/** Does the work; everything logged meanwhile, by any function it calls, is also added to `lines`. */
export function collectLog<T>(lines: string[], work: () => T): T {
  return collecting.run(lines, work);
}

/** @param args the arguments of a logging method: fields and message, or only the message, scrubbed */
export function keepLine(level: string, args: readonly unknown[]): void {
  const lines = collecting.getStore();
  if (!lines || lines.length >= MOST_LINES) return;
  const [first, second] = args;
  const message = typeof first === 'string' ? first : typeof second === 'string' ? second : '';
  const fields = typeof first === 'object' && first !== null ? Object.entries(first).map(field) : [];
  lines.push([new Date().toISOString(), level, message, ...fields].filter(Boolean).join(' '));
}

function field([name, value]: [string, unknown]): string {
  if (SECRET_FIELDS.has(name)) return '';
  if (value instanceof Error) return `${name}="${scrub(`${value.name}: ${value.message}`)}"`;
  if (typeof value === 'string') return `${name}=${/\s/.test(value) ? `"${scrub(value)}"` : scrub(value)}`;
  return typeof value === 'number' || typeof value === 'boolean' ? `${name}=${value}` : '';
}
