import type { PageEvidence } from '../evidence/page.ts';
import { fieldValues } from '../evidence/http.ts';
import { librariesIn } from '../parse/page/script-content.ts';
import { scriptEndpoints } from '../parse/page/script-endpoints.ts';
import { libraryByFile, scriptLibrary } from '../parse/software/script-library.ts';
import type { GatherContext } from './context.ts';
import { missingFrom } from './missing-from.ts';
import type { MainPage } from './http.ts';

/** Script files read in one scan, and of each so much. */
export const MAX_SCRIPTS = 6;
const MAX_SCRIPT_BYTES = 192 * 1024;
const SCRIPT_TIMEOUT_MS = 3000;

/** Hosts that serve published libraries and nothing of the site's own. */
const CDNS: ReadonlySet<string> = new Set([
  'cdn.jsdelivr.net',
  'unpkg.com',
  'cdnjs.cloudflare.com',
  'ajax.googleapis.com',
  'ajax.aspnetcdn.com',
  'code.jquery.com',
  'code.angularjs.org',
  'maxcdn.bootstrapcdn.com',
  'netdna.bootstrapcdn.com',
  'stackpath.bootstrapcdn.com',
  'cdn.tiny.cloud',
  'cdn.ckeditor.com',
]);

export type ReadScripts = Pick<PageEvidence, 'libraries' | 'script_endpoints' | 'scripts_read' | 'scripts_failure'>;

/**
 * Reads scripts whose URL does not show library and version: only those of the page's own origin and of known CDNs. The
 * result includes what the page's inline scripts contain.
 */
export async function gatherScripts({ egress, signal }: GatherContext, main: Promise<MainPage>): Promise<ReadScripts> {
  const { page } = await main;
  if (!page.ok) return { libraries: [], script_endpoints: [], scripts_read: 0 };
  const { origin } = new URL(page.value.url);
  const results = await Promise.allSettled(
    worthReading(page.value).map(async (url) => {
      const answer = await egress.request({
        url: new URL(url),
        signal,
        timeoutMs: SCRIPT_TIMEOUT_MS,
        maxBodyBytes: MAX_SCRIPT_BYTES,
      });
      const type = fieldValues(answer.headers, 'content-type').at(-1) ?? '';
      if (answer.status !== 200 || /html/iu.test(type)) return { libraries: [], script_endpoints: [] };
      const text = new TextDecoder('latin1').decode(answer.body);
      return {
        libraries: librariesIn(text).map((library) => ({ url, ...library })),
        // What a published library connects to is a matter of the page that uses it.
        script_endpoints: new URL(url).origin === origin ? scriptEndpoints(text) : [],
      };
    }),
  );
  const read = results.filter((result) => result.status === 'fulfilled');
  const found = {
    libraries: [...page.value.libraries, ...read.flatMap(({ value }) => value.libraries)],
    script_endpoints: [...page.value.script_endpoints, ...read.flatMap(({ value }) => value.script_endpoints)],
    scripts_read: read.length,
  };
  const failed = results
    .map((result) => (result.status === 'rejected' ? missingFrom(result.reason) : null))
    .find((one) => one?.code === 'internal');
  return failed ? { ...found, scripts_failure: failed.reason } : found;
}

/** Not svg scripts, and not preloads, whose files other elements run. */
const RUNS = /^(?:script\[|import)/u;

/** Files named like a library first. */
function worthReading({ url, resources }: PageEvidence): string[] {
  const { origin } = new URL(url);
  const scripts = resources.filter(({ kind, element }) => kind === 'script' && RUNS.test(element));
  const candidates = scripts.flatMap((script) => {
    const { host, origin: from } = new URL(script.url);
    const told = scriptLibrary(script.url);
    return (from === origin || CDNS.has(host)) && (told === null || told.guessed) ? [script.url] : [];
  });
  const likely = (one: string): number => Number(libraryByFile(one) !== null);
  return candidates.toSorted((one, other) => likely(other) - likely(one)).slice(0, MAX_SCRIPTS);
}
