import type { Weakness } from './weakness.ts';
import { browser } from './weaknesses/browser.ts';
import { cookiesAndCors } from './weaknesses/cookies-and-cors.ts';
import { dnsAndMail } from './weaknesses/dns-and-mail.ts';
import { headers } from './weaknesses/headers.ts';
import { page } from './weaknesses/page.ts';
import { transport } from './weaknesses/transport.ts';

const ALL = { ...headers, ...transport, ...cookiesAndCors, ...page, ...browser, ...dnsAndMail };

export type WeaknessName = keyof typeof ALL;
export const WEAKNESSES: Readonly<Record<WeaknessName, Weakness>> = ALL;

/** @returns null for a name that this version does not know, in a report of another version */
export function weaknessNamed(name: string): Weakness | null {
  return Object.hasOwn(ALL, name) ? ALL[name as WeaknessName] : null;
}
