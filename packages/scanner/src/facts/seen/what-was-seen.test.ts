import { describe, expect, it } from 'vitest';
import { realPage, seenIn } from '../../../test/answered-page.ts';

const short = (title: string, body = ''): string =>
  `<!doctype html><html><head><title>${title}</title></head><body>${body}</body></html>`;

/** Answers with what they are stand in test/corpus/pages.jsonl. */
describe('whatWasSeen', () => {
  it('never tells a page by one header or cookie alone', () => {
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

  it('says by what it knew', () => {
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

  it('ends quickly on titles and addresses made to be slow', () => {
    const started = performance.now();
    seenIn({ html: short(`${'error '.repeat(2000)}x`), ledTo: `https://a.test/${'.auth.'.repeat(1300)}` });
    expect(performance.now() - started).toBeLessThan(1000);
  });
});
