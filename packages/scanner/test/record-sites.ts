// Scans the demo sites of the lab and stores evidence and verdicts in test/recorded/:
//   node packages/scanner/test/record-sites.ts           scans again
//   node packages/scanner/test/record-sites.ts --judge   judges the stored evidence again
import { DEMO_RECORDS, DEMO_SITES, type DemoSite } from '@palisade/lab/demo/demo-sites';
import { startLab } from '@palisade/lab/lab';
import { scan } from '../src/scan.ts';
import { readRecorded, recordedSites, writeRecorded } from './recorded.ts';

/** Responds slowly or not at all: nothing to record. */
const LEFT_OUT = ['slow.test'];

/** The headers that a common Express middleware sends by default. */
const MIDDLEWARE: DemoSite = {
  host: 'middleware.test',
  shows: 'middleware defaults',
  https: {
    headers: [
      ['Content-Type', 'text/html; charset=utf-8'],
      [
        'Content-Security-Policy',
        "default-src 'self';base-uri 'self';font-src 'self' https: data:;form-action 'self';frame-ancestors 'self';" +
          "img-src 'self' data:;object-src 'none';script-src 'self';script-src-attr 'none';" +
          "style-src 'self' https: 'unsafe-inline';upgrade-insecure-requests",
      ],
      ['Cross-Origin-Opener-Policy', 'same-origin'],
      ['Cross-Origin-Resource-Policy', 'same-origin'],
      ['Origin-Agent-Cluster', '?1'],
      ['Referrer-Policy', 'no-referrer'],
      ['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'],
      ['X-Content-Type-Options', 'nosniff'],
      ['X-DNS-Prefetch-Control', 'off'],
      ['X-Download-Options', 'noopen'],
      ['X-Frame-Options', 'SAMEORIGIN'],
      ['X-Permitted-Cross-Domain-Policies', 'none'],
      ['X-XSS-Protection', '0'],
    ],
    body: '<!doctype html><html lang="en"><head><title>t</title></head><body>ok</body></html>',
    routes: { '/.well-known/security.txt': { status: 404 }, '/security.txt': { status: 404 } },
  },
};

if (process.argv.includes('--judge')) {
  for (const site of recordedSites()) writeRecorded(site, readRecorded(site).evidence);
} else {
  const sites = [...DEMO_SITES.filter(({ host }) => !LEFT_OUT.includes(host)), MIDDLEWARE];
  const lab = await startLab({ sites, records: DEMO_RECORDS });
  for (const { host, https } of sites) {
    const url = https === 'none' ? lab.site(host).httpUrl() : lab.url(host);
    const { evidence, report } = await scan(url, { policy: lab.policy, timeoutMs: 15_000, scanId: host });
    writeRecorded(host, evidence);
    console.log(host, report.grade, report.score);
  }
  await lab.close();
}
