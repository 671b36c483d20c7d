import { defineCheck } from '../../check.ts';
import { disclosures, majorReleases } from '../../parse/fingerprint.ts';
import { END_OF_LIFE_TABLE_DATE, endOfLife } from '../../parse/end-of-life.ts';

/** Example that triggers it: `X-Powered-By: PHP/7.4.3`. */
export default defineCheck({
  id: 'server_fingerprint/end-of-life',
  title: 'Software that tells its version is still maintained',
  severity: 'important',
  deduction: 8,
  cwe: 1104,
  why: 'Upstream no longer mends holes in this release line. Linux distributions may go on for a while with mends of their own; without those, every hole found since stays open.',
  fix: 'Move to a release line that upstream supports, or make sure that the distribution you run still backports security mends.',
  references: [
    'https://owasp.org/Top10/A06_2021-Vulnerable_and_Outdated_Components/',
    'https://nginx.org/en/download.html',
    'https://www.php.net/supported-versions.php',
  ],
  needs: ['http'],
  optional: ['page'],
  outcomes: {
    nothing_told: { status: 'good', note: 'No version was told, so that none could be judged.' },
    good: {
      status: 'good',
      note: `No version told is known to be past its end. Compared with a table of common server software as of ${END_OF_LIFE_TABLE_DATE}; products outside it are not judged.`,
    },
    ended: {
      status: 'bad',
      note: 'Judged by the version alone: a distribution may backport mends without changing it.',
    },
  },
  judge({ http, page }, context) {
    const found = [...disclosures(http, page), ...majorReleases(http, page)];
    if (found.length === 0) return { outcome: 'nothing_told' };
    const ended = found.flatMap(({ source, product, version }) => {
      const end = endOfLife(product, version, context.scannedAt);
      return end === null ? [] : [`${source}: ${product} ${version}, upstream support ended on ${end}`];
    });
    if (ended.length > 0) return { outcome: 'ended', evidence: [...new Set(ended)] };
    return {
      outcome: 'good',
      evidence: found.map(({ source, product, version }) => `${source}: ${product} ${version}`),
    };
  },
});
