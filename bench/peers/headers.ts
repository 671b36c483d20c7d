// Comparison with MDN HTTP Observatory: each vector is served by real sites and scanned by both in one run:
//   node bench/peers/headers.ts [--json]
import type { ScanReport } from '@palisade/report/report';
import { startLab } from '../../packages/lab/src/lab.ts';
import type { SiteAnswer, SiteOptions } from '../../packages/lab/src/site.ts';
import { scan } from '../../packages/scanner/src/scan.ts';
import { readVectors, type Vector } from '../../packages/scanner/test/vectors.ts';
import { observatory, resolveTo } from './observatory.ts';

/** Path in our report → its test. */
const TESTS: Readonly<Record<string, string>> = {
  'headers:Content-Security-Policy': 'content-security-policy',
  'headers:Strict-Transport-Security': 'strict-transport-security',
  'headers:X-Frame-Options': 'x-frame-options',
  'headers:X-Content-Type-Options': 'x-content-type-options',
  'headers:Referrer-Policy': 'referrer-policy',
  cookies: 'cookies',
  cors: 'cross-origin-resource-sharing',
  redirect: 'redirection',
  cross_origin: 'cross-origin-resource-policy',
  page_analysis: 'subresource-integrity',
};

interface Row {
  id: string;
  at: string;
  /** The verdict of the standard, according to the vector. */
  right: string;
  ours: string;
  theirs: string;
  detail: string;
}

async function main(): Promise<void> {
  const observe = await observatory();
  if (!observe) throw new Error('HTTP Observatory could not be fetched from npm');
  const vectors = readVectors().filter(
    ({ target, expect }) => target.startsWith('https:') && expect.some(({ at }) => at in TESTS),
  );
  const rows: Row[] = [];
  for (let start = 0; start < vectors.length; start += 10) {
    const batch = vectors.slice(start, start + 10);
    const lab = await startLab({ sites: batch.flatMap(sitesOf) });
    const restore = resolveTo(
      new Map([...lab.sites].map(([host, { address }]) => [host, address])),
      lab.ca.certificatePem,
    );
    for (const vector of batch) {
      const host = hostOf(vector);
      const { report } = await scan(lab.url(host), { policy: lab.policy, timeoutMs: 15_000 });
      const seen = await observe(host).then(
        ({ tests }) => tests,
        (error: Error) => error,
      );
      for (const { at, is } of vector.expect) {
        const name = testFor(vector, at);
        if (!name || typeof is !== 'string') continue;
        const test = seen instanceof Error ? null : seen[name];
        rows.push({
          id: vector.id,
          at,
          right: is,
          ours: faultsAt(report, at) ? 'fault' : 'good',
          theirs: test ? (test.scoreModifier < 0 ? 'fault' : 'good') : 'no report',
          detail: test
            ? `${test.result} (${test.scoreModifier})`
            : seen instanceof Error
              ? seen.message
              : 'no such test',
        });
      }
    }
    restore();
    await lab.close();
  }
  print(rows);
}

/** Its tests cover only part of these two sections. */
function testFor({ area }: Vector, at: string): string | undefined {
  if ((at === 'cross_origin' && area !== 'corp') || (at === 'page_analysis' && area !== 'sri')) return undefined;
  return TESTS[at];
}

function hostOf({ id }: Vector): string {
  return `${id}.test`;
}

function sitesOf(vector: Vector): SiteOptions[] {
  const host = hostOf(vector);
  const named = (text: string) => text.replaceAll('www.site.example', `www.${host}`).replaceAll('site.example', host);
  const answer = ({ status, headers }: { status: number; headers: [string, string][] }, body: string): SiteAnswer => ({
    status,
    headers: [
      ['Content-Type', 'text/html; charset=utf-8'],
      ...headers.map(([name, value]): [string, string] => [name, named(value)]),
    ],
    body,
  });
  const html = `<!doctype html><html lang="en"><head><title>t</title>${vector.head}</head><body><p>ok</p>${vector.body}</body></html>`;
  const none: SiteAnswer = { status: 404, body: 'none' };
  const site: SiteOptions = {
    host,
    https: {
      ...answer(vector, html),
      routes: { '/robots.txt': none, '/.well-known/security.txt': none, '/security.txt': none },
    },
  };
  if (vector.cors) {
    const { allow, credentials } = vector.cors;
    site.https = { ...(site.https as object), cors: { allow: allow === 'any' ? 'reflect' : allow, credentials } };
  }
  if (vector.http !== undefined) site.http = vector.http === 'silent' ? 'none' : answer(vector.http, html);
  return vector.peer ? [site, { host: `www.${host}`, https: answer(vector.peer, html) }] : [site];
}

function faultsAt(report: ScanReport, at: string): boolean {
  if (at.startsWith('headers:')) return (report.headers[at.slice('headers:'.length)]?.deduction ?? 0) > 0;
  const checks = at === 'redirect' ? report.redirects.checks : report[at as 'cookies'].checks;
  return checks.some(({ deduction }) => deduction > 0);
}

function print(rows: readonly Row[]): void {
  if (process.argv.includes('--json')) for (const row of rows) console.log(JSON.stringify(row));
  const count = (pick: (row: Row) => boolean) => rows.filter(pick).length;
  console.log(`${rows.length} verdicts: both alike ${count(({ ours, theirs }) => ours === theirs)}`);
  console.log(
    `as the standard has it: ours ${count(({ ours, right }) => ours === right)}, theirs ${count(({ theirs, right }) => theirs === right)}`,
  );
  for (const { id, at, right, ours, theirs, detail } of rows) {
    if (ours !== theirs) console.log(`${id} at ${at}: ours ${ours}, theirs ${theirs} [${detail}], right ${right}`);
  }
}

await main();
process.exit(0);
