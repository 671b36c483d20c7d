import { expect, it } from 'vitest';
import { browserOf, cookieNamed, requestTo, scriptFrom } from '../../../test/browser-evidence.ts';
import { judged } from '../../../test/evidence.ts';
import exposedTokens from '../../checks/browser/exposed-tokens.ts';
import formsElsewhere from '../../checks/browser/forms-elsewhere.ts';
import scriptIntegrity from '../../checks/browser/script-integrity.ts';
import sessionCookies from '../../checks/browser/session-cookies.ts';
import trackers from '../../checks/browser/trackers.ts';
import { BROWSER_LIMITS } from '../../evidence/browser.ts';

const times = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));
const requests = times(BROWSER_LIMITS.requests, (at) => requestTo(`https://example.test/${at}.png`));
const storage = times(BROWSER_LIMITS.storage, (at) => ({
  area: 'local' as const,
  origin: 'https://example.test',
  key: `k${at}`,
  bytes: 1,
  looks: 'data' as const,
}));
const cookies = times(BROWSER_LIMITS.cookies, (at) => cookieNamed(`theme${at}`));
const form = {
  action: 'https://example.test/',
  method: 'get',
  by_script: false,
  password: false,
  card_fields: [],
  party: 'same-origin' as const,
};

// The report never claims to have checked what it did not (the product's first promise).
it.each([
  ['requests', trackers, { requests, requests_total: 401 }],
  ['cookies', trackers, { cookies }],
  ['requests', exposedTokens, { requests, requests_total: 401 }],
  ['storage entries', exposedTokens, { storage }],
  ['cookies', sessionCookies, { cookies }],
  ['cookies', sessionCookies, { cookies: [...cookies, cookieNamed('PHPSESSID', { http_only: true })] }],
  ['forms', formsElsewhere, { forms: times(BROWSER_LIMITS.forms, () => form) }],
  [
    'scripts',
    scriptIntegrity,
    { scripts: [scriptFrom('https://example.test/a.js', { party: 'same-origin' })], scripts_total: 301 },
  ],
])('a page with more %s than were recorded is not found good', (what, check, page) => {
  expect(judged(check, { browser: browserOf(page as Parameters<typeof browserOf>[0]) })).toMatchObject({
    status: 'unknown',
    note: expect.stringContaining(`${what} of a page were recorded`),
  });
});

it.each([
  ['good', trackers, { requests, requests_total: 400 }],
  ['tracked', trackers, { requests: [requestTo('https://dpm.demdex.net/id')], requests_total: 900 }],
  // Texts that scripts evaluate are recorded last, and are no files.
  [
    'none',
    scriptIntegrity,
    { scripts: [scriptFrom('https://example.test/e.js', { kind: 'eval' })], scripts_total: 900 },
  ],
])('%s if all was recorded, or enough was found', (outcome, check, page) => {
  expect(judged(check, { browser: browserOf(page as Parameters<typeof browserOf>[0]) })?.outcome).toBe(outcome);
});
