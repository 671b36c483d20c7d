import type { AccountWords } from '../words/account/en.ts';

/** In this order, because the user agent of each browser also contains names of later ones. */
const BROWSERS = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const;
const SYSTEMS = [
  [/\b(iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
] as const;

/** "Firefox on Windows", so that people recognize a session that is not theirs. An unknown name is not changed. */
export function browserName(userAgent: string, text: Pick<AccountWords['data'], 'program' | 'on'>): string {
  if (userAgent === '') return text.program;
  const [browser, system] = [BROWSERS, SYSTEMS].map((list) => list.find(([pattern]) => pattern.test(userAgent))?.[1]);
  if (browser === undefined) return userAgent.slice(0, 60);
  return system === undefined ? browser : text.on(browser, system);
}
