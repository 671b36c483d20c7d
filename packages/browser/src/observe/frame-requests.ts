import type { Page, Request } from 'playwright-core';
import type { Elsewhere } from './elsewhere.ts';
import type { Watch } from './watch.ts';

const MOST = 2000;
/** No frame in the page's own process has such an id. */
export const ELSEWHERE = 'another process';

/**
 * Requests of frames with their own process (other sites') and of workers: the page's own DevTools session
 * reports none of them. Playwright listens to each before it runs, so it also has the first ones.
 */
export function frameRequests(page: Page): { addTo(watch: Watch, elsewhere: Elsewhere, main: string): void } {
  const seen = new Map<Request, number | null>();
  page.on('request', (request) => {
    if (seen.size < MOST) seen.set(request, null);
  });
  // The first script of a worker is requested by the page and answered to the worker.
  const answered = new Map<string, { status: number; headers: Record<string, string> }>();
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script' && answered.size < MOST)
      answered.set(response.url(), { status: response.status(), headers: response.headers() });
    if (seen.has(response.request())) seen.set(response.request(), response.status());
  });
  return {
    addTo(watch, elsewhere, main) {
      for (const request of watch.requests.values()) {
        const answer = request.status === null && request.failed === null ? answered.get(request.url) : undefined;
        if (!answer) continue;
        request.status = answer.status;
        request.headers = new Map(Object.entries(answer.headers));
      }
      const known = new Set([...watch.requests.values()].map(({ url }) => url));
      let count = 0;
      for (const [request, status] of seen) {
        if (known.has(request.url()) || !/^(?:https?|wss?):/u.test(request.url())) continue;
        // Where the page would go next.
        if (isOfPage(request, page)) continue;
        const id = `${ELSEWHERE}#${(count += 1)}`;
        const type = request.resourceType();
        const ofWorker = !isOfFrame(request, page);
        watch.requests.set(id, {
          id,
          url: request.url(),
          method: request.method(),
          type: type.charAt(0).toUpperCase() + type.slice(1),
          frame: ofWorker && elsewhere.inherits ? main : ELSEWHERE,
          initiator: ofWorker
            ? { type: 'script' }
            : (elsewhere.initiatorOf(request.url()) ?? { type: 'other', url: documentOf(request) }),
          mode: null,
          status,
          headers: new Map(),
          received: 0,
          failed: request.failure()?.errorText ?? null,
        });
      }
    },
  };
}

function isOfFrame(request: Request, page: Page): boolean {
  try {
    return request.frame() !== page.mainFrame();
  } catch {
    // From a worker, or from a frame that does not exist yet.
    return false;
  }
}

function isOfPage(request: Request, page: Page): boolean {
  try {
    return request.isNavigationRequest() && request.frame() === page.mainFrame();
  } catch {
    return false;
  }
}

function documentOf(request: Request): string {
  try {
    return request.frame().url();
  } catch {
    return '';
  }
}
