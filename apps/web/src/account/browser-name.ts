import type { AccountWords } from '../words/account/en.ts';

/** Longest names first: each of these also names the ones after it. */
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

/** "Firefox on Windows", for people who look for a session that is not theirs; what is unknown stays as it was sent. */
export function browserName(userAgent: string, text: Pick<AccountWords['data'], 'program' | 'on'>): string {
  if (userAgent === '') return text.program;
  const [browser, system] = [BROWSERS, SYSTEMS].map((list) => list.find(([pattern]) => pattern.test(userAgent))?.[1]);
  if (browser === undefined) return userAgent.slice(0, 60);
  return system === undefined ? browser : text.on(browser, system);
}
