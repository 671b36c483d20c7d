import { startPageWorld, type PageWorld } from '@palisade/lab/pages/page-world';
import { hostOf, REAL_PAGES, realWorld, type RealPage } from '@palisade/lab/pages/real-pages';
import type { BrowserPage } from '@palisade/scanner/evidence/browser';
import { judgeBrowser } from '@palisade/scanner/judge-browser';
import { NONCE_PLACEHOLDER } from '@palisade/scanner/parse/csp/clean';
import { probeUrl } from '@palisade/scanner/parse/csp/match';
import { suggestCsp } from '@palisade/scanner/parse/csp/suggest';
import { readPage } from '@palisade/scanner/parse/page/page';
import type { BrowserSection } from '@palisade/report/sections/browser';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { load } from './load.ts';
import { browserOrSkip, openBrowser, openSession, type SharedBrowser } from './open-session.fixture.ts';
import { observeSite } from './observe-site.ts';

/**
 * `ALL_PAGES=1` loads all of them, which takes minutes, because each is loaded up to seven times. The suite loads every
 * sixth, those that test other policies than Content-Security-Policy, and those whose policy must not be too open.
 */
const PAGES = process.env['ALL_PAGES']
  ? REAL_PAGES
  : REAL_PAGES.filter(
      ({ find }, index) => index % 6 === 1 || find.trials || find.pinned || find.policy?.lacks || find.violations,
    );

/** How an unproven policy would do is compared on some of them. */
const COMPARED = process.env['ALL_PAGES'] ? PAGES : PAGES.filter((_page, index) => index % 3 === 0);

/** As many at once as two cores can run. */
const AT_ONCE = 4;

interface Seen {
  page: BrowserPage;
  section: BrowserSection;
  /** What the suggestion from the markup alone would have blocked; undefined if that was not tried. */
  broken: string[] | undefined;
}

describe.skipIf(!browserOrSkip())('pages built like real sites', () => {
  const seen = new Map<string, Seen | Error>();
  let world: PageWorld;
  let browser: SharedBrowser;

  beforeAll(async () => {
    world = await startPageWorld(realWorld());
    browser = await openBrowser(world.proxy);
    const rest = [...PAGES];
    const work = async (): Promise<void> => {
      for (let next = rest.shift(); next; next = rest.shift())
        seen.set(next.name, await look(browser, next).catch((error: unknown) => error as Error));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }, 600_000);
  afterAll(async () => {
    await browser?.close();
    await world?.close();
  });

  it('are at least forty', () => {
    expect(new Set(REAL_PAGES.map(({ name }) => name)).size).toBeGreaterThanOrEqual(40);
  });

  it.each(PAGES)('$name', ({ name, find }) => {
    const found = seen.get(name);
    if (!found || found instanceof Error) throw found ?? new Error('was not looked at');
    const { page, section } = found;
    const addresses = page.requests.map(({ url }) => url);
    for (const start of find.requests ?? [])
      expect(
        addresses.some((url) => url.replace(`https://${new URL(page.url).host}/`, '/').startsWith(start)),
        start,
      ).toBe(true);
    const outcomes = Object.fromEntries(section.checks.map(({ id, outcome }) => [id.split('/')[1], outcome]));
    expect(outcomes).toMatchObject(find.outcomes ?? {});
    if (find.violations)
      expect(page.violations.map(({ policy, blocked }) => `${policy} ${URL.parse(blocked ?? '')?.pathname}`)).toEqual(
        find.violations,
      );
    if (find.says) expect(section.pages[0]?.policies[0]?.report).toContain(find.says);
    if (find.payment) expect(section.pages[0]?.payment).not.toBeNull();
    const csp = page.trials.find(({ header }) => header === 'content-security-policy');
    if (find.embedding) {
      const { proven, value, blockers } = find.embedding;
      const coep = page.trials.find(({ header }) => header === 'cross-origin-embedder-policy');
      expect(coep).toMatchObject({ proven, ...(value === undefined ? {} : { value }) });
      expect(coep?.in_the_way).toEqual(blockers === undefined ? [] : [blockers]);
    }
    for (const [header, { proven, value, has = [], blockers }] of Object.entries(find.trials ?? {})) {
      const trial = page.trials.find((one) => one.header === header);
      expect(trial).toMatchObject({ proven, ...(value === undefined ? {} : { value }) });
      for (const piece of has) expect(trial?.value).toContain(piece);
      if (blockers) expect(trial?.in_the_way).toEqual(blockers);
    }
    if (find.pinned) {
      const pinned = page.scripts.filter(({ fixed }) => fixed === true);
      expect(pinned.map(({ url }) => new URL(url ?? '').pathname)).toEqual(find.pinned);
    }
    if (!find.policy) return;
    expect(csp).toMatchObject({ proven: find.policy.proven, violations: [], lost: [] });
    for (const piece of find.policy.has ?? []) expect(csp?.value).toContain(piece);
    for (const piece of find.policy.lacks ?? []) expect(csp?.value).not.toContain(piece);
    if (find.policy.blockers !== undefined) expect((csp?.in_the_way.length ?? 0) > 0).toBe(find.policy.blockers);
  });

  // docs/decisions/0041 quotes these figures from a run over all pages: if the pages change, change the sentence there.
  it('a suggestion from the markup alone would have broken pages that the proven policy does not', () => {
    const all = [...seen.values()].filter((one): one is Seen => !(one instanceof Error) && one.broken !== undefined);
    const broken = all.filter((one) => one.broken?.length).length;
    const proven = all.filter(({ page }) =>
      page.trials.some(({ header, proven: held }) => header === 'content-security-policy' && held),
    ).length;
    console.log(`${all.length} pages: ${proven} policies proven; the unproven suggestion would have broken ${broken}`);
    expect(broken).toBeGreaterThan(0);
    expect(proven).toBeGreaterThan(all.length - broken - 1);
  });
});

async function look(browser: SharedBrowser, page: RealPage): Promise<Seen> {
  const url = `https://${hostOf(page)}/`;
  const session = await openSession(browser, url);
  try {
    const evidence = await observeSite(session, { url, host: hostOf(page), registrableDomain: hostOf(page), pages: 0 });
    const [first] = evidence.pages;
    if (!first) throw new Error('no page');
    return {
      page: first,
      section: judgeBrowser(evidence, new Date(0)),
      broken: COMPARED.includes(page) ? await brokenBySuggestion(browser, url, page) : undefined,
    };
  } finally {
    await session.close();
  }
}

/** What a browser would block under the result of `suggestCsp` for the markup; nonces are added as a server would. */
async function brokenBySuggestion(browser: SharedBrowser, url: string, page: RealPage): Promise<string[]> {
  const self = probeUrl(url);
  if (!self) throw new Error('no address');
  const suggestion = suggestCsp({
    policies: [],
    self,
    page: readPage(Buffer.from(markupOf(page)), { url, contentType: 'text/html; charset=utf-8', truncated: false }),
    isPublicSuffix: () => false,
  });
  const placeholder = NONCE_PLACEHOLDER.slice("'nonce-".length, -1);
  const session = await openSession(browser, url);
  try {
    const { watch } = await load(session, url, {
      headers: [['content-security-policy', suggestion.replaceAll(placeholder, 'dGVzdA')]],
      stamps: suggestion.includes(placeholder) ? { nonce: 'dGVzdA' } : {},
    });
    return watch.violations
      .filter(({ reportOnly }) => !reportOnly)
      .map(({ directive, blocked }) => `${directive} ${blocked ?? 'inline'}`);
  } finally {
    await session.close();
  }
}

function markupOf({ site }: RealPage): string {
  const answer = site['/'] ?? '';
  if (typeof answer === 'string') return answer;
  return typeof answer.body === 'string' ? answer.body : answer.body(0);
}
