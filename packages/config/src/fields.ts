import ipaddr from 'ipaddr.js';
import { z } from 'zod';

/** Building blocks of the environment schema: each parses one text into one typed value, or says what it expects. */

export const integer = (minimum: number, maximum: number) =>
  z
    .string()
    .trim()
    // More digits would not be exact.
    .regex(/^\d{1,15}$/, `must be a whole number from ${minimum} to ${maximum}`)
    .transform(Number)
    .pipe(z.int().min(minimum, `must be at least ${minimum}`).max(maximum, `must be at most ${maximum}`));

/** `true` or `false`; unset is false. */
export const flag = z
  .enum(['true', 'false'], 'must be true or false')
  .default('false')
  .transform((text) => text === 'true');

export const url = (...protocols: string[]) =>
  z
    .string()
    .trim()
    .refine(
      (text) => URL.canParse(text) && protocols.includes(new URL(text).protocol),
      `must be a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
    );

/** Of an API; paths are added to it. */
export const baseUrl = () =>
  url('http:', 'https:').refine(
    (text) => !/[?#]/.test(text) && (URL.parse(text)?.username ?? '') === '',
    'must not contain ?, # or a user',
  );

const list = (text: string): string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);

/**
 * Comma-separated `10.0.0.0/8, fd00::/8, 127.0.0.1`; a bare address means only itself. Short, octal and hexadecimal
 * spellings are rejected: `10/8` would mean 0.0.0.10/8, which is this very machine. The result is the network,
 * so that `10.1.2.3/8` is shown with everything it allows.
 */
export const cidrs = z.string().transform((text, context) => {
  const ranges: string[] = [];
  for (const item of list(text)) {
    const network = networkOf(item.includes('/') ? item : `${item}/${item.includes(':') ? 128 : 32}`);
    if (network === null) {
      context.addIssue({ code: 'custom', message: `"${item}" is not an address range such as 10.0.0.0/8` });
    } else ranges.push(network);
  }
  return ranges;
});

function networkOf(range: string): string | null {
  const prefix = range.split('/')[1];
  if (ipaddr.IPv4.isValidCIDRFourPartDecimal(range)) {
    return `${ipaddr.IPv4.networkAddressFromCIDR(range).toString()}/${Number(prefix)}`;
  }
  // A zone id names an interface of this machine, not a range.
  if (range.includes('%') || !ipaddr.IPv6.isValidCIDR(range)) return null;
  // Addresses are compared within their family: such a range would allow nothing.
  if (ipaddr.IPv6.networkAddressFromCIDR(range).isIPv4MappedAddress()) return null;
  return `${ipaddr.IPv6.networkAddressFromCIDR(range).toString()}/${Number(prefix)}`;
}

export type PortRange = number | readonly [first: number, last: number];

/** Comma-separated ports and ranges: `80,443,8000-8100`. */
export const ports = z.string().transform((text, context) => {
  const ranges: PortRange[] = [];
  for (const item of list(text)) {
    const match = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(item);
    const first = Number(match?.[1]);
    const last = Number(match?.[2] ?? match?.[1]);
    if (!match || first < 1 || last > 65_535 || first > last) {
      context.addIssue({ code: 'custom', message: `"${item}" is not a port or a range such as 8000-8100` });
    } else {
      ranges.push(first === last ? first : [first, last]);
    }
  }
  if (list(text).length === 0) context.addIssue({ code: 'custom', message: 'contains no port' });
  return ranges;
});

/** Comma-separated `127.0.0.1:53, [::1]:53`; the host must be an address, the port defaults to 53. */
export const dnsServers = z.string().transform((text, context) => {
  const servers: string[] = [];
  for (const item of list(text)) {
    const match = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d{1,5}))?$/.exec(item) ?? /^(([0-9a-f:]+:[0-9a-f:]*))()$/i.exec(item);
    const host = match?.[1] ?? match?.[2] ?? '';
    const port = Number(match?.[3] || 53);
    const isAddress = ipaddr.IPv4.isValidFourPartDecimal(host) || ipaddr.IPv6.isValid(host);
    if (!isAddress || port < 1 || port > 65_535) {
      context.addIssue({ code: 'custom', message: `"${item}" is not a name server such as 127.0.0.1:53` });
    } else {
      servers.push(host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`);
    }
  }
  // Anyone who sets the variable does not mean the system's servers.
  if (list(text).length === 0) context.addIssue({ code: 'custom', message: 'contains no server' });
  return servers;
});

/** Comma-separated: admission mechanisms to disable. For `npm run bench -- line`, which measures the effect of each. */
export const admissionParts = z
  .string()
  .default('')
  .transform(list)
  .pipe(z.array(z.enum(['admission', 'burst-limit', 'concurrency-limit'])));

/** `reports@example.com` or `Example <reports@example.com>`, on one line: it becomes the From field of emails. */
export const mailbox = z
  .string()
  .trim()
  .regex(
    /^(?:[^\s<>@]+@[^\s<>@]+|[^<>\r\n]* <[^\s<>@]+@[^\s<>@]+>)$/,
    'must be an email address, such as reports@example.com or Example <reports@example.com>',
  );

/** Comma-separated origins of web pages: `https://app.example.com, http://localhost:5173`. */
export const origins = z.string().transform((text, context) => {
  const items = list(text);
  for (const item of items) {
    if (URL.canParse(item) && new URL(item).origin === item && /^https?:/u.test(item)) continue;
    context.addIssue({ code: 'custom', message: `"${item}" is not an origin such as https://app.example.com` });
  }
  return items;
});

/** A secret text: kept out of `toString`, `JSON.stringify` and `console.log`. */
export class Secret {
  readonly #value: string;
  constructor(value: string) {
    this.#value = value;
  }
  reveal(): string {
    return this.#value;
  }
  toString(): string {
    return '[secret]';
  }
  toJSON(): string {
    return '[secret]';
  }
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return '[secret]';
  }
}

/** A secret that is sent in a header, which takes nothing else. */
export const headerSecret = z
  .string()
  .trim()
  .regex(/^[!-~]+$/, 'must be ASCII characters without spaces')
  .transform((text) => new Secret(text));

/** A line break at the end comes with most files that contain one secret. */
export const secret = z
  .string()
  .trim()
  .min(1)
  .transform((text) => new Secret(text));
