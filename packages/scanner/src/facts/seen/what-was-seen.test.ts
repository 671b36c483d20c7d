import { describe, expect, it } from 'vitest';
import { LINEAR_AT_MOST, repeating, timesAsMuch } from '../../../test/linear.ts';
import { realPage, seenIn } from '../../../test/answered-page.ts';

const short = (title: string, body = ''): string =>
  `<!doctype html><html><head><title>${title}</title></head><body>${body}</body></html>`;

/** Classified responses are in test/corpus/pages.jsonl. */
describe('whatWasSeen', () => {
  it('never identifies a page by one header or cookie only', () => {
    for (const [name, value] of [
      ['cf-mitigated', 'challenge'],
      ['x-vercel-error', 'NOT_FOUND'],
      ['x-kpsdk-ct', 'a'],
      ['Set-Cookie', 'techaro.lol-anubis-auth=1'],
      ['Server', 'AkamaiGHost'],
    ] as const) {
      expect(seenIn({ headers: [[name, value]], html: realPage() }), name).toMatchObject({ page: 'site' });
    }
  });

  it('names the signs', () => {
    const { reason } = seenIn({
      status: 403,
      headers: [
        ['cf-mitigated', 'challenge'],
        ['Server', 'cloudflare'],
      ],
      html: short('Just a moment...', '<script>window._cf_chl_opt={}</script>'),
    });
    expect(reason).toContain('Cloudflare');
    expect(reason).toContain('cf-mitigated: challenge');
    expect(reason).toContain('status 403');
  });

  it('suggests another place, not another User-Agent, for a refusal for legal reasons', () => {
    const { page, reason } = seenIn({ status: 451, html: short('451 Unavailable For Legal Reasons') });
    expect(page).toBe('blocked');
    expect(reason).toContain('from a country that the site serves');
    expect(reason).not.toContain('User-Agent');
  });

  it('names Firebase, not another host whose page has the same title', () => {
    const html = short('Site Not Found', '<h1>Site Not Found</h1><p>You haven’t deployed an app yet.</p>');
    expect(seenIn({ status: 404, html }).reason).toContain('from Firebase Hosting');
  });

  it('names Varnish, not a service that is built on it', () => {
    const html = short('503 Backend fetch failed', '<h1>Error 503 Backend fetch failed</h1><h3>Guru Meditation:</h3>');
    expect(seenIn({ status: 503, headers: [['X-Varnish', '32770']], html }).reason).toContain('from Varnish');
  });

  it('handles hostile titles and URLs quickly', () => {
    const title = (text: string) => seenIn({ html: short(`${text}x`) });
    const address = (text: string) => seenIn({ html: short('t'), ledTo: `https://a.test/${text}` });
    expect(timesAsMuch(title, repeating('error '), 4_000)).toBeLessThan(LINEAR_AT_MOST);
    expect(timesAsMuch(address, repeating('.auth.'), 4_000)).toBeLessThan(LINEAR_AT_MOST);
  });
});
