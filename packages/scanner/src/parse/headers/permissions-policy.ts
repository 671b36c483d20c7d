import { parseDictionary, Token, type BareItem } from 'structured-headers';

export interface PermissionsPolicy {
  /** Feature name → allow-list as written by tokens: `*`, `self`, `src`, origins. Empty list: no one. */
  features: ReadonlyMap<string, readonly string[]>;
  /** Members of the dictionary that are no allow-list, or name nothing a browser knows by form. */
  ignored: readonly string[];
}

const MAX_LENGTH = 32_768;
const MAX_NAMED = 200;

/**
 * A structured-field dictionary (RFC 9651, Permissions Policy §5.2). Null when it does not parse:
 * browsers then ignore the whole field, as they do with Feature-Policy syntax.
 */
export function parsePermissionsPolicy(values: readonly string[]): PermissionsPolicy | null {
  const text = values.join(', ');
  if (text.length > MAX_LENGTH) return null;
  const features = new Map<string, readonly string[]>();
  const ignored: string[] = [];
  try {
    for (const [feature, [value]] of parseDictionary(text)) {
      const members = Array.isArray(value) ? value.map(([item]) => item) : [value];
      const allowed = members.map(allowListMember).filter((member) => member !== null);
      // `*=()` parses, and is the name of no feature.
      if (allowed.length === members.length && !feature.startsWith('*')) features.set(feature, allowed);
      else ignored.push(feature);
      if (features.size >= MAX_NAMED) break;
    }
  } catch {
    return null;
  }
  return { features, ignored: ignored.slice(0, 10) };
}

function allowListMember(item: BareItem): string | null {
  if (item instanceof Token) return ['*', 'self', 'src', 'none'].includes(item.toString()) ? item.toString() : null;
  return typeof item === 'string' && URL.canParse(item) ? item : null;
}

/** Advertising experiments of Chromium: no word on them restricts what an injected script or a frame may reach. */
const ADVERTISING =
  /^(?:interest-cohort|browsing-topics|attribution-reporting|conversion-measurement|join-ad-interest-group|run-ad-auction|private-aggregation|private-state-token-.*|trust-token-redemption|shared-storage.*|record-ad-auction-events|deferred-fetch.*)$/u;

export function isAdvertisingFeature(name: string): boolean {
  return ADVERTISING.test(name);
}

/** Names of drafts and of Feature-Policy that no browser has (any more): limiting them limits nothing. */
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

/** Features that reach hardware, whereabouts, money or the screen: giving one to every frame is never needed. */
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
