import { POWERFUL_FEATURES } from '@palisade/scanner/parse/headers/permissions-policy';
import type { PageReading } from './read-page.ts';

/** Interfaces that each require one feature of Permissions-Policy, as scripts write them. */
const SIGNS: readonly (readonly [feature: string, sign: RegExp])[] = [
  ['geolocation', /\bgeolocation\b/u],
  ['camera', /\bgetUserMedia\b/u],
  ['microphone', /\bgetUserMedia\b/u],
  ['display-capture', /\bgetDisplayMedia\b/u],
  ['payment', /\bPaymentRequest\b|\bApplePaySession\b/u],
  ['fullscreen', /\brequestFullscreen\b|\bwebkitRequestFullscreen\b/iu],
  ['usb', /\bnavigator\.usb\b/u],
  ['serial', /\bnavigator\.serial\b/u],
  ['hid', /\bnavigator\.hid\b/u],
  ['bluetooth', /\bnavigator\.bluetooth\b/u],
  ['midi', /\brequestMIDIAccess\b/u],
  ['screen-wake-lock', /\bwakeLock\b/u],
  ['accelerometer', /\bAccelerometer\b|\bdevicemotion\b/u],
  ['gyroscope', /\bGyroscope\b|\bdeviceorientation\b|\bdevicemotion\b/u],
  ['magnetometer', /\bMagnetometer\b/u],
  ['xr-spatial-tracking', /\bnavigator\.xr\b/u],
  ['publickey-credentials-get', /\bPublicKeyCredential\b/u],
  ['publickey-credentials-create', /\bPublicKeyCredential\b/u],
  ['web-share', /\bnavigator\.share\b/u],
  ['clipboard-read', /\bclipboard\.read/u],
];

/** Features named in the text of a script. */
export function featuresIn(text: string): string[] {
  return SIGNS.flatMap(([feature, sign]) => (sign.test(text) ? [feature] : []));
}

/** Features named by the scripts that ran, and those delegated to frames; sorted. */
export function featuresUsed(named: readonly string[], frames: PageReading['frames']): string[] {
  const used = new Set(named);
  for (const { allow } of frames) for (const feature of featuresAllowed(allow)) used.add(feature);
  return [...used].toSorted();
}

/** Features that a policy denied to the page, from browser messages. */
export function featuresRefused(texts: readonly string[]): string[] {
  const said = texts.map((text) => ` ${text.toLowerCase().replaceAll(/[^a-z0-9-]+/gu, ' ')} `);
  return [...POWERFUL_FEATURES].filter((feature) =>
    said.some((text) => text.includes(` ${feature} `) || text.includes(` ${feature.replaceAll('-', ' ')} `)),
  );
}

function featuresAllowed(allow: string | null): string[] {
  return (allow ?? '').split(';').flatMap((part) => /^[a-z-]+/u.exec(part.trim())?.[0] ?? []);
}

/** The header that disables what a page does not use; features delegated to its frames stay enabled. */
export function permissionsPolicy(used: readonly string[], frames: PageReading['frames']): string {
  return [...POWERFUL_FEATURES]
    .map((feature) => {
      if (!used.includes(feature)) return `${feature}=()`;
      const origins = frames
        .filter(({ allow }) => featuresAllowed(allow).includes(feature))
        .flatMap(({ url }) => (/^https?:/u.test(url) ? [`"${new URL(url).origin}"`] : []));
      return `${feature}=(${['self', ...new Set(origins)].join(' ')})`;
    })
    .join(', ');
}
