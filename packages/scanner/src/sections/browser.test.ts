import { isRemark } from '@palisade/report/remarks';
import { describe, expect, it } from 'vitest';
import { browserOf, cookieNamed, policyTrial, requestTo, scriptFrom } from '../../test/browser-evidence.ts';
import { evidenceWith } from '../../test/evidence.ts';
import { missing } from '../evidence/gathered.ts';
import { judge } from '../judge.ts';

describe('a report', () => {
  const without = judge(evidenceWith(), 'id');
  const faulty = browserOf({
    url: 'https://example.test/pay',
    requests: [requestTo('https://www.google-analytics.com/g/collect?access_token=REDACTED')],
    scripts: [scriptFrom('https://js.stripe.com/v3/'), scriptFrom('https://cdn.test/lib-1.2.3.js')],
    frames: [
      { url: 'https://js.stripe.com/elements-inner-card.html', party: 'cross-site', sandbox: null, allow: null },
    ],
    trials: [policyTrial()],
    frame_scripts: [
      {
        frame: 'https://js.stripe.com/f.html',
        kind: 'inline',
        url: 'https://js.stripe.com/f.html',
        sha384: 'aa',
        bytes: 1,
        by_url: null,
      },
      {
        frame: 'https://example.test/w.js',
        place: 'worker',
        kind: 'file',
        url: 'https://example.test/w.js',
        sha384: '',
        bytes: 0,
        by_url: 'https://example.test/app.js',
      },
    ],
  });
  const withBrowser = judge(evidenceWith({ browser: faulty }), 'id');
  const failed = judge(evidenceWith({ browser: missing('internal', 'us', 'the browser ended') }), 'id');

  it('has the same score and grade with a browser, without one, and after a failure', () => {
    expect(without).not.toHaveProperty('browser');
    for (const { score, grade, score_caps } of [withBrowser, failed])
      expect({ score, grade, score_caps }).toEqual({
        score: without.score,
        grade: without.grade,
        score_caps: without.score_caps,
      });
    expect([without, withBrowser, failed].map(({ provisional }) => provisional)).toEqual([false, false, true]);
    expect(withBrowser.issue_counts).toEqual(without.issue_counts);
    expect(withBrowser.browser?.checks.filter(isRemark).length).toBeGreaterThan(1);
  });

  it('is otherwise identical, line for line', () => {
    const { browser: _browser, evidence_sha256: _hash, issue_counts: _counts, ...rest } = withBrowser;
    const { evidence_sha256: _other, issue_counts: _fewer, ...plain } = without;
    expect(rest).toEqual(plain);
  });

  it('a script in a data: URL belongs to the page that contains it', () => {
    const page = browserOf({ url: 'https://example.test/', scripts: [scriptFrom('data:text/javascript')] });
    const [entry] = judge(evidenceWith({ browser: page }), 'id').browser?.pages[0]?.scripts ?? [];
    expect(entry?.origin).toBe('https://example.test');
  });

  it('gives the reason why no browser ran', () => {
    expect(failed.browser).toMatchObject({ looked: false, reason: 'the browser ended', pages: [] });
    expect(new Set(failed.browser?.checks.map(({ status }) => status))).toEqual(new Set(['unknown']));
  });

  it('describes a proven policy in one sentence', () => {
    expect(withBrowser.browser?.pages[0]?.policies[0]?.report).toBe(
      'Loaded twice in Chromium 147 under this policy: no violation, the same 41 requests.',
    );
  });

  it.each([
    [
      { loads: 1, proven: false, cut_short: true as const },
      'Loaded once in Chromium 147 under this policy: no violation, the same 41 requests. Not proven, because there was no time for another load.',
    ],
    [
      { proven: false, unended: true as const },
      'Loaded twice in Chromium 147 under this policy: no violation, the same 41 requests. Not proven, because the document did not end in time: its remaining part was not seen.',
    ],
    [
      { proven: false, unended: true as const, enforced: false, loads: 1 },
      'Loaded once in Chromium 147 with this policy reporting only: no violation. Not proven, because the document did not end in time: its remaining part was not seen.',
    ],
    [
      { loads: 1, proven: false, lost: ['https://a.test/x'] },
      'Loaded once in Chromium 147 under this policy: 1 request was not sent again. Not proven.',
    ],
  ])('says why a policy is not proven: %j', (part, report) => {
    const [policy] =
      judge(evidenceWith({ browser: browserOf({ trials: [policyTrial(part)] }) }), 'id').browser?.pages[0]?.policies ??
      [];
    expect(policy?.report).toBe(report);
  });

  it.each([
    [
      { loads: 0, value: 'require-corp', proven: false, in_the_way: ['document https://map.test/'] },
      '',
      'No value would work: each would block resources that the page needs. The scan tried none.',
    ],
    [
      { value: 'credentialless', in_the_way: ['image https://cdn.test/a.png'] },
      'credentialless',
      'Loaded twice in Chromium 147 under this policy: no violation, the same 41 requests. The stricter require-corp would block resources that the page needs.',
    ],
    [
      { value: 'require-corp' },
      'require-corp',
      'Loaded twice in Chromium 147 under this policy: no violation, the same 41 requests.',
    ],
  ])('suggests only working isolation headers: %j', (part, value, report) => {
    const trials = [policyTrial({ header: 'cross-origin-embedder-policy', ...part })];
    const [policy] = judge(evidenceWith({ browser: browserOf({ trials }) }), 'id').browser?.pages[0]?.policies ?? [];
    expect(policy).toMatchObject({ value, report });
  });

  it('lists scripts of a payment page with owner, purpose and a field for the reason', () => {
    const [page] = withBrowser.browser?.pages ?? [];
    expect(page?.payment).toEqual({ fields: [], frames: ['frame js.stripe.com/elements-inner-card.html (Stripe)'] });
    expect(page?.scripts[0]).toMatchObject({
      origin: 'https://js.stripe.com',
      owner: 'Stripe',
      purpose: 'payment',
      justification: null,
    });
    expect(page?.scripts[1]).toMatchObject({ owner: null, purpose: null });
    expect(page?.scripts[0]).not.toHaveProperty('ran_in');
  });

  it('lists scripts of frames and workers next to those of the page', () => {
    const [page] = withBrowser.browser?.pages ?? [];
    expect(page?.scripts.slice(2)).toMatchObject([
      { url: null, owner: 'Stripe', loaded_by: null, ran_in: { place: 'frame', url: 'https://js.stripe.com/f.html' } },
      {
        url: 'https://example.test/w.js',
        sha384: '',
        loaded_by: 'https://example.test/app.js',
        ran_in: { place: 'worker' },
      },
    ]);
    expect(page?.scripts_total).toBe(4);
  });

  it('says what there is more of than it lists', () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => at);
    const browser = browserOf({
      requests: many(60).map((at) => requestTo(`https://ads${at}.test/`)),
      requests_total: 900,
      cookies: many(51).map((at) => cookieNamed(`c${at}`)),
      storage: many(50).map((at) => ({
        area: 'local' as const,
        origin: 'https://example.test',
        key: `k${at}`,
        bytes: 1,
        looks: 'data' as const,
      })),
    });
    const report = judge(evidenceWith({ browser }), 'id').browser;
    expect(report?.pages[0]).toMatchObject({ partial: ['requests', 'cookies'] });
    expect(report).toMatchObject({ third_parties_partial: true });
    expect(report?.third_parties).toHaveLength(50);
    expect(withBrowser.browser).not.toHaveProperty('third_parties_partial');
    expect(withBrowser.browser?.pages[0]).not.toHaveProperty('partial');
  });
});
