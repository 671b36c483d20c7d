import type { PageSession } from '../devtools/target-session.ts';
import { cssUrls } from '@palisade/scanner/parse/page/css-urls';
import type { Loaded } from './load.ts';
import type { PageReading } from './read-page.ts';

const MOST_SHEETS = 40;
/** Characters of all sheets together. */
const MOST_TEXT = 4 * 1024 * 1024;
const MOST_ADDRESSES = 100;
const ANSWER_MS = 1_000;

/**
 * What the page's style sheets name: fonts and images, one of each origin, whether this page uses them or not: icons of a
 * closed menu, of a field with an error, for small screens, under the pointer.
 */
export async function sheetUses(cdp: PageSession, { watch, frame, reading }: Loaded): Promise<PageReading['named']> {
  const files = [...watch.requests.values()]
    .filter((one) => one.type === 'Stylesheet' && one.frame === frame && one.received > 0 && one.failed === null)
    .slice(0, MOST_SHEETS);
  let room = MOST_TEXT;
  const late = new Promise<null>((done) => setTimeout(done, ANSWER_MS, null).unref());
  const read = files.map(async ({ id: requestId, url, received }) => {
    room -= received;
    if (room < 0) return [];
    const answer = await Promise.race([cdp.send('Network.getResponseBody', { requestId }).catch(() => null), late]);
    return answer === null || answer.base64Encoded ? [] : [{ base: url, text: answer.body }];
  });
  const inline = (reading?.styles ?? []).map(({ text }) => ({ base: reading?.base ?? reading?.url ?? '', text }));
  const found = new Map<string, PageReading['named'][number]>();
  for (const { base, text } of [...inline, ...(await Promise.all(read)).flat()])
    for (const { kind, url: address } of cssUrls(text ?? '')) {
      const url = URL.parse(address, base);
      // Imported style sheets were loaded themselves.
      if (!url || kind === 'style' || !/^(?:https?|data):$/u.test(url.protocol) || found.size >= MOST_ADDRESSES)
        continue;
      const directive = kind === 'font' ? 'font-src' : 'img-src';
      const key = `${directive} ${url.origin === 'null' ? url.protocol : url.origin}`;
      if (!found.has(key)) found.set(key, { directive, url: url.href.slice(0, 2000) });
    }
  return [...found.values()];
}
