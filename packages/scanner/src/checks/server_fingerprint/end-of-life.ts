import { defineCheck } from '../../check.ts';
import { END_OF_LIFE_DATE } from '../../data/end-of-life.ts';
import { isStale, staleReason } from '../../data/freshness.ts';
import { disclosures, majorReleases, namedSoftware, type Disclosure } from '../../parse/software/fingerprint.ts';
import { supportOf, type EndedBuild, type Support } from '../../parse/software/software-support.ts';

const COMPARED_WITH = `Compared with a table of common server software as of ${END_OF_LIFE_DATE}; other products are not checked.`;

/** Example that triggers it: `X-Powered-By: PHP/7.4.3`. */
export default defineCheck({
  id: 'server_fingerprint/end-of-life',
  title: 'End-of-life software',
  severity: 'important',
  deduction: 8,
  why: 'The vendor no longer fixes vulnerabilities in this release line, or the distribution that built this version no longer does, and the response shows no one else who does. Vulnerabilities found since then stay unfixed.',
  fix: 'Upgrade to a release line that the vendor supports, or to a build that a distribution supports.',
  references: [
    'https://owasp.org/Top10/A06_2021-Vulnerable_and_Outdated_Components/',
    'https://endoflife.date/',
    'https://ubuntu.com/about/release-cycle',
    'https://wiki.debian.org/LTS',
  ],
  needs: ['http'],
  optional: ['page'],
  outcomes: {
    nothing_told: { title: 'No software version disclosed', status: 'good', nothing: true },
    good: {
      title: 'Disclosed software is not known to be past its end of life',
      status: 'good',
      note: COMPARED_WITH,
    },
    partly: {
      title: 'Software that we can compare is not known to be past its end of life',
      status: 'good',
      note: COMPARED_WITH,
    },
    unlisted: {
      title: 'Support of the disclosed software is not known to us',
      status: 'good',
      nothing: true,
      note: `None of the disclosed products is in our table of support dates (as of ${END_OF_LIFE_DATE}).`,
    },
    distribution: {
      title: 'Disclosed software is supported by its distribution',
      status: 'good',
      note: 'The vendor has ended support for this release line, but the distribution still patches its own build. Keep it up to date.',
    },
    perhaps_distribution: {
      title: 'Disclosed software may be a build that its distribution supports',
      status: 'good',
      note: 'The vendor has ended support for this release line. A distribution still patches a build with this version number. If yours is a different build, upgrade.',
    },
    ended: {
      title: 'Software is past its end of life',
      status: 'bad',
      weakness: 'server-outdated',
    },
  },
  judge({ http, page }, { scannedAt }) {
    const found = [...disclosures(http, page), ...majorReleases(http, page)];
    if (found.length === 0) return { outcome: 'nothing_told' };
    const elsewhere = namedSoftware(http, page).map(({ value }) => value);
    const judged = found.map((told) => ({ told, support: supportOf({ ...told, elsewhere }, scannedAt) }));
    const lines = (state: Support['state']): string[] => [
      ...new Set(judged.filter(({ support }) => support.state === state).map(describe)),
    ];
    if (lines('ended').length > 0) return { outcome: 'ended', evidence: lines('ended') };
    if (judged.every(({ support }) => support.state === 'unlisted'))
      return { outcome: 'unlisted', evidence: lines('unlisted') };
    if (isStale(END_OF_LIFE_DATE, scannedAt)) return { unknown: staleReason(END_OF_LIFE_DATE) };
    const builds = judged.flatMap(({ support }) => (support.state === 'distribution' ? [support] : []));
    if (builds.length > 0) {
      const certain = builds.every((build) => build.certain);
      return { outcome: certain ? 'distribution' : 'perhaps_distribution', evidence: lines('distribution') };
    }
    const outcome = lines('unlisted').length > 0 ? 'partly' : 'good';
    return { outcome, evidence: judged.map(describe), note: ofWordPress(judged) };
  },
});

/** wordpress.org/download/releases: "None of these are safe to use, except the latest release". */
function ofWordPress(judged: readonly { told: Disclosure }[]): string {
  return judged.some(({ told }) => told.product.toLowerCase() === 'wordpress')
    ? 'WordPress supports its newest release only. Older ones get security updates, but no support is promised.'
    : '';
}

function describe({ told, support }: { told: Disclosure; support: Support }): string {
  const what = name(told);
  switch (support.state) {
    case 'ended':
      return `${what}, ${ending(support)}`;
    case 'unlisted':
      return `${what}, not in our table`;
    case 'unknown':
      return `${what}, not among the ended releases in our table`;
    case 'distribution':
      return `${what}, patched in ${support.build} until ${support.until}${support.upstream === null ? '' : ` (vendor support ended on ${support.upstream})`}`;
    default:
      return what;
  }
}

function ending({ on, latest, build }: Extract<Support, { state: 'ended' }>): string {
  if (!build) return byVendor(on, latest);
  // Only the distribution's own build has ended.
  return on === null && !latest ? ofBuild(build) : `${byVendor(on, latest)}; ${ofBuild(build)}`;
}

function byVendor(on: string | null, latest: boolean): string {
  return on === null ? 'support has ended' : `support ended on ${on}${latest ? ' or before' : ''}`;
}

function ofBuild({ build, until, extended }: EndedBuild): string {
  const paid = extended === null ? '' : ` (with a subscription: ${extended})`;
  return `${build} support ended on ${until}${paid}`;
}

function name({ source, product, version }: Disclosure): string {
  return `${source}: ${product} ${version}`;
}
