import { parseDictionary, Token, type BareItem } from './structured-field.ts';
import { isNear } from '../near-word.ts';

export interface PermissionsPolicy {
  /** Feature name → allow-list: `*`, `self`, `src`, origins. An empty list allows no one. */
  features: ReadonlyMap<string, readonly string[]>;
  /** Features with a value that browsers skip in their allow-list (§9.2): `camera=(https://a.example)`, without quotes. */
  skipped: readonly string[];
}

const MAX_LENGTH = 32_768;
const MAX_NAMED = 200;

/**
 * Parses a structured-field dictionary (RFC 9651, Permissions Policy §5.2). Null if it cannot be parsed: browsers then
 * ignore the whole field, for example one in Feature-Policy syntax.
 */
export function parsePermissionsPolicy(values: readonly string[]): PermissionsPolicy | null {
  const text = values.join(', ');
  if (text.length > MAX_LENGTH) return null;
  const features = new Map<string, readonly string[]>();
  const skipped: string[] = [];
  try {
    for (const [feature, [value]] of parseDictionary(text)) {
      const members = Array.isArray(value) ? value.map(([item]) => item) : [value];
      // `*=()` can be parsed, but names no feature.
      if (feature.startsWith('*')) continue;
      // Chromium 156 was tried with each kind: what is left is the allow-list. Without any, the feature is off.
      const allowed = members.map(allowListMember).filter((member) => member !== null);
      features.set(feature, allowed);
      if (allowed.length < members.length) skipped.push(feature);
      if (features.size >= MAX_NAMED) break;
    }
  } catch {
    return null;
  }
  return { features, skipped: skipped.slice(0, 10) };
}

/** The usual mistakes, each with what to write. */
const FAULTS: readonly (readonly [mistake: RegExp, words: string])[] = [
  [/^\s*[a-z-]+\s+(?:'|\*|https?:)/iu, "This is the syntax of Feature-Policy. Write camera=(), not camera 'none'."],
  [/;\s*[a-z-]+\s*=\s*[(*]/u, 'Separate features with commas, not semicolons.'],
  [/\)\s+[a-z-]+\s*=/u, 'A comma is missing between two features.'],
  [/'/u, 'Write self without quotes and each origin in double quotes.'],
  [/,\s*(?:,|$)/u, 'Remove the comma at the end, or one of two in a row.'],
  [/(?:^|,)\s*[a-z-]*[A-Z][\w-]*\s*=/u, 'Write feature names in lower case.'],
  [/\s=|=\s/u, 'Remove the space next to the equals sign.'],
  [/\([^)]*\(|\([^)]*$/u, 'A closing parenthesis is missing.'],
  [/(?:\(|\s|=)https?:\/\//u, 'Write each origin in double quotes.'],
];

/** What is wrong with a field that cannot be parsed. Empty if it is none of the usual mistakes. */
export function permissionsPolicyFault(text: string): string {
  const field = text.slice(0, 2000);
  return FAULTS.find(([mistake]) => mistake.test(field))?.[1] ?? '';
}

function allowListMember(item: BareItem): string | null {
  if (item instanceof Token) return ['*', 'self', 'src', 'none'].includes(item.toString()) ? item.toString() : null;
  return typeof item === 'string' && (item === '*' || URL.canParse(item)) ? item : null;
}

/** Chromium's advertising experiments. Disabling them does not restrict injected scripts or frames. */
const ADVERTISING =
  /^(?:interest-cohort|browsing-topics|attribution-reporting|conversion-measurement|join-ad-interest-group|run-ad-auction|private-aggregation|private-state-token-.*|trust-token-redemption|shared-storage.*|record-ad-auction-events|deferred-fetch.*)$/u;

export function isAdvertisingFeature(name: string): boolean {
  return ADVERTISING.test(name);
}

/** Names from drafts and from Feature-Policy that no browser supports today. Restricting them has no effect. */
const GONE: ReadonlySet<string> = new Set(
  (
    'vr speaker notifications push vibrate wake-lock animations document-write document-domain oversized-images ' +
    'unoptimized-images unoptimized-lossy-images unoptimized-lossless-images unsized-media layout-animations ' +
    'legacy-image-formats lazyload loading-frame-default-eager font-display-late-swap navigation-override ' +
    'execution-while-not-rendered execution-while-out-of-viewport vertical-scroll'
  ).split(' '),
);

export function isGoneFeature(name: string): boolean {
  return GONE.has(name) || isAdvertisingFeature(name);
}

/** Names that some browser supports: Chromium, Firefox or Safari (webappsec-permissions-policy, features.md). */
const SUPPORTED: ReadonlySet<string> = new Set(
  (
    'accelerometer all-screens-capture ambient-light-sensor aria-notify autofill autoplay battery bluetooth camera ' +
    'captured-surface-control clipboard-read clipboard-write compute-pressure controlled-frame ' +
    'cross-origin-isolated device-attributes digital-credentials-create digital-credentials-get ' +
    'direct-sockets direct-sockets-private direct-sockets-multicast display-capture encrypted-media ' +
    'focus-without-user-activation fullscreen gamepad geolocation gyroscope hid identity-credentials-get ' +
    'idle-detection keyboard-lock keyboard-map language-detector language-model local-fonts local-network ' +
    'local-network-access loopback-network magnetometer manual-text media-playback-while-not-visible microphone ' +
    'midi on-device-speech-recognition otp-credentials payment picture-in-picture proofreader ' +
    'publickey-credentials-create publickey-credentials-get rewriter screen-wake-lock serial smart-card ' +
    'speaker-selection storage-access summarizer sub-apps sync-script sync-xhr translator unload usb usb-unrestricted ' +
    'web-app-installation web-printing web-share window-management window-placement writer xr-spatial-tracking'
  ).split(' '),
);

/** Client hints, by which a page controls what its frames may learn: `ch-ua-model`. */
export function isKnownFeature(name: string): boolean {
  return SUPPORTED.has(name) || name.startsWith('ch-');
}

/** Features that no browser has or had: `micrphone`, with the one that was meant if there is a similar one. */
export function strangeFeatures(names: Iterable<string>): string[] {
  const strange = [...names].filter((name) => !isKnownFeature(name) && !isGoneFeature(name));
  return strange.slice(0, 5).map((name) => {
    const meant = [...SUPPORTED].find((known) => isNear(known, name));
    return meant === undefined ? name : `${name} (did you mean ${meant}?)`;
  });
}

/** Features that give access to hardware, location, payments or the screen. No site needs them in every frame. */
export const POWERFUL_FEATURES = [
  'bluetooth',
  'camera',
  'display-capture',
  'geolocation',
  'hid',
  'microphone',
  'midi',
  'payment',
  'screen-wake-lock',
  'serial',
  'usb',
] as const;
