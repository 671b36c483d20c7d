import { describe, expect, it } from 'vitest';
import { createClient, PalisadeError } from './client.ts';

const REPORT = '{"grade":"A"}';
/** A body that ends in the middle. */
const broken = () =>
  new ReadableStream({
    pull(controller) {
      controller.enqueue(new TextEncoder().encode('{"gra'));
      controller.error(Object.assign(new TypeError('terminated'), { cause: { code: 'UND_ERR_SOCKET' } }));
    },
  });
const clientOf = (answer: () => Response) =>
  createClient({ baseUrl: 'https://scan.example', fetch: () => Promise.resolve().then(answer) });
const answered = (body: BodyInit | null, init: ResponseInit = {}) => clientOf(() => new Response(body, init));

describe('the TypeScript client', () => {
  it('returns what the service answers', async () => {
    expect(await answered(REPORT).scan({ url: 'a.example' })).toEqual({ grade: 'A' });
  });

  it.each<[string, BodyInit | null, { status?: number }, string]>([
    ['an error', '{"error":"no such page"}', { status: 404 }, 'no such page'],
    ['an error without a text', '<h1>Bad gateway</h1>', { status: 502 }, 'scan.example answered 502'],
    ['a page of a proxy', '<h1>Sign in</h1>', {}, 'the response from scan.example cannot be read (SyntaxError)'],
    ['no body', null, {}, 'the response from scan.example cannot be read (SyntaxError)'],
    ['half of a report', broken(), {}, 'the response from scan.example cannot be read (UND_ERR_SOCKET)'],
  ])('throws one kind of error for %s', async (_what, body, init, message) => {
    const error: unknown = await answered(body, init)
      .scan({ url: 'a.example' })
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(PalisadeError);
    expect(error).toMatchObject({ message, status: init.status ?? 200 });
  });

  it('throws it for a file that breaks off, and for no answer at all', async () => {
    const half = answered(broken()).getReportPdf({ report_id: 'r' });
    await expect(half).rejects.toMatchObject({ status: 200 });
    await expect(half).rejects.toBeInstanceOf(PalisadeError);
    const refused = Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED' } });
    const none = clientOf(() => {
      throw refused;
    }).scan({ url: 'a.example' });
    await expect(none).rejects.toMatchObject({ message: 'scan.example cannot be reached (ECONNREFUSED)', status: 0 });
  });
});
