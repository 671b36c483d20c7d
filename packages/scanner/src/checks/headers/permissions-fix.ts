import type { PageEvidence } from '../../evidence/page.ts';
import { servicesOn } from '../../parse/csp/services.ts';
import {
  isGoneFeature,
  isKnownFeature,
  parsePermissionsPolicy,
  POWERFUL_FEATURES,
} from '../../parse/headers/permissions-policy.ts';
import { hostedFields } from '../../parse/page/hosted-fields.ts';

/** What sites rarely need, and what injected code and frames like to ask for. */
const OFF = ['camera', 'microphone', 'geolocation', 'payment', 'usb'] as const;
/** Their buttons for wallets ask for payments from a frame of the provider. */
const PAYMENTS = /^(?:stripe|paypal|braintree|adyen|square|klarna|google-pay|apple-pay|razorpay)/u;
const MAPS = /^(?:google-maps-js|mapbox|leaflet)/u;

/**
 * The field to send: what the owner wrote, in the syntax that browsers read and without powerful features for every frame,
 * and the rest switched off, apart from what services on the page need.
 */
export function permissionsFix(values: readonly string[], page: PageEvidence | undefined): string {
  const own = (values.length > 0 && parsePermissionsPolicy(values)?.features) || inOldSyntax(values);
  const entries = new Map<string, readonly string[]>();
  for (const [name, allowed] of own) {
    if (!isKnownFeature(name) || isGoneFeature(name)) continue;
    const open = allowed.includes('*') && (POWERFUL_FEATURES as readonly string[]).includes(name);
    entries.set(name, open ? ['self'] : allowed);
  }
  const services = page ? servicesOn(page).map(({ id }) => id) : [];
  const pays = services.some((id) => PAYMENTS.test(id)) || (page !== undefined && hostedFields(page).length > 0);
  for (const name of OFF) {
    if (entries.has(name) || (name === 'payment' && pays)) continue;
    entries.set(name, name === 'geolocation' && services.some((id) => MAPS.test(id)) ? ['self'] : []);
  }
  return [...entries]
    .slice(0, 60)
    .map(([name, allowed]) => `${name}=${listOf(allowed)}`)
    .join(', ');
}

function listOf(allowed: readonly string[]): string {
  if (allowed.includes('*')) return '*';
  const members = allowed
    .filter((one) => one !== 'none')
    .map((one) => (/^(?:self|src)$/u.test(one) ? one : `"${one}"`));
  return `(${members.slice(0, 10).join(' ')})`;
}

/** `camera 'none'; geolocation 'self' https://maps.example` of Feature-Policy, and mixtures of both syntaxes. */
function inOldSyntax(values: readonly string[]): Map<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const part of values.join(';').slice(0, 4096).split(/[;,]/u)) {
    const [, name = '', list = ''] = /^\s*([a-z][a-z-]{2,40})\s*[= ]\s*(.*)$/isu.exec(part) ?? [];
    if (name === '') continue;
    const words = list.split(/[\s()"']+/u).filter(Boolean);
    const allowed = words
      .filter((word) => /^(?:\*|self|src)$/iu.test(word) || isOrigin(word))
      .map((word) => word.toLowerCase());
    if (words.length === allowed.length || words.some((word) => /^none$/iu.test(word)))
      found.set(name.toLowerCase(), allowed);
  }
  return found;
}

function isOrigin(word: string): boolean {
  return /^https:\/\/[a-z\d.-]+(?::\d+)?\/?$/iu.test(word);
}
