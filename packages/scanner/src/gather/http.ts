import { createHash } from 'node:crypto';
import { have, missing, type Gathered } from '../evidence/gathered.ts';
import { fieldValues, type HttpEvidence } from '../evidence/http.ts';
import type { PageEvidence } from '../evidence/page.ts';
import { isDownload } from '../parse/headers/content-disposition.ts';
import { isNosniff, isUntyped, sniffedType } from '../parse/headers/sniffed-type.ts';
import { bodySigns } from '../parse/page/body-signs.ts';
import { readRefresh } from '../parse/page/refresh.ts';
import type { GatherContext } from './context.ts';
import { missingFrom } from './missing-from.ts';
import type { HttpAnswer } from './net/egress.ts';
import { readPageAside } from './page-thread.ts';
import { followRedirects } from './redirect-chain.ts';

/** Decoded bytes of the page that are read and analyzed. */
export const MAX_PAGE_BYTES = 2 * 1024 * 1024;

export interface MainPage {
  http: Gathered<HttpEvidence>;
  page: Gathered<PageEvidence>;
}

/**
 * The scanned URL followed to its end, and the page found there.
 * @throws NetworkFault when no HTTP answer could be had at all; TargetRefused when a redirect leads where we must not go
 */
export async function gatherHttp({ target, egress, signal }: GatherContext): Promise<MainPage> {
  let read: Gathered<PageEvidence> = NO_PAGE;
  const refresh = async (answer: HttpAnswer): Promise<string | null> => {
    read = await pageOf(answer, contentTypeOf(answer), signal);
    return nextOf(answer, read.ok ? read.value : undefined);
  };
  const options = { egress, signal, maxBodyBytes: MAX_PAGE_BYTES, refresh };
  const { hops, end, last } = await followRedirects(target.url, options);
  if (!last) throw new Error('a chain that joins no other has a last response');
  const sniffed = sniffedTypeOf(last);
  const http: HttpEvidence = {
    hops,
    end,
    body: {
      bytes: last.body.length,
      truncated: last.truncated,
      sha256: createHash('sha256').update(last.body).digest('hex'),
      content_type: contentTypeOf(last),
      ...(sniffed !== null && { sniffed_type: sniffed }),
      signs: bodySigns(last.body, last.status),
    },
  };
  return { http: have(http), page: end === 'answered' ? read : NO_PAGE };
}

/** Browsers take any delay; who waits longer than this has a page to read meanwhile. */
const MAX_REFRESH_SECONDS = 10;

/** Where a refresh leads: the header field takes precedence over the element (HTML §7.5.1, §4.2.5.3). */
function nextOf(answer: HttpAnswer, page: PageEvidence | undefined): string | null {
  const [field] = fieldValues(answer.headers, 'refresh');
  const refresh = field === undefined ? null : readRefresh(field.slice(0, 2048), answer.url, answer.url);
  const { url, seconds } = refresh ?? {
    url: page?.meta_refresh ?? null,
    seconds: page?.meta_refresh_seconds ?? Infinity,
  };
  if (url === null || seconds > MAX_REFRESH_SECONDS || !/^https?:/iu.test(url)) return null;
  return url === answer.url && !isGate(page) ? null : url;
}

/** A page that only sets a cookie and reloads. A dashboard reloads itself too, and may set a new cookie each time. */
function isGate(page: PageEvidence | undefined): boolean {
  return (page?.text_length ?? 0) < 300 && (page?.links ?? 0) <= 1;
}

function contentTypeOf(answer: HttpAnswer): string | null {
  return fieldValues(answer.headers, 'content-type').at(-1) ?? null;
}

const NO_PAGE = missing('not_applicable', 'site', 'the redirects do not lead to a page');

async function pageOf(
  answer: HttpAnswer,
  contentType: string | null,
  signal: AbortSignal,
): Promise<Gathered<PageEvidence>> {
  if (answer.status < 300 && isDownload(fieldValues(answer.headers, 'content-disposition'))) {
    return missing('not_applicable', 'site', 'browsers save the response as a file (Content-Disposition)');
  }
  const isEmpty = answer.body.length === 0 && !answer.truncated;
  if (isEmpty && answer.status >= 200 && answer.status < 300)
    return missing('not_applicable', 'site', `the response is empty (status ${answer.status})`);
  if (!isHtml(answer, contentType)) {
    return missing('not_applicable', 'site', `the response is not an HTML page (${contentType ?? 'no content type'})`);
  }
  if (answer.body.length === 0 && answer.truncated) {
    return missing(answer.bodyFault ?? 'limit', 'site', 'the body of the page could not be read');
  }
  try {
    return have(
      await readPageAside(answer.body, { url: answer.url, contentType, truncated: answer.truncated }, signal),
    );
  } catch (error) {
    return missingFrom(error);
  }
}

function isHtml(answer: HttpAnswer, contentType: string | null): boolean {
  const sniffed = sniffedTypeOf(answer);
  if (sniffed === null) return /^\s*(?:text\/html|application\/xhtml\+xml)\b/iu.test(contentType ?? '');
  return answer.body.length === 0 || sniffed === 'text/html';
}

/** Without a valid type, browsers look at the first bytes (MIME Sniffing §7.1). Null if there is one. */
function sniffedTypeOf(answer: HttpAnswer): string | null {
  if (!isUntyped(contentTypeOf(answer))) return null;
  return sniffedType(answer.body, isNosniff(fieldValues(answer.headers, 'x-content-type-options')));
}
