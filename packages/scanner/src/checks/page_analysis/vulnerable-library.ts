import { defineCheck } from '../../check.ts';
import type { PageEvidence } from '../../evidence/page.ts';
import {
  ADVISORY_TABLE_DATE,
  advisoriesFor,
  COVERED_LIBRARIES,
  mendedRelease,
  type Advisory,
} from '../../parse/library-advisories.ts';
import { cutNote } from '../../parse/page-origin.ts';
import { scriptLibrary, type ScriptLibrary } from '../../parse/script-library.ts';

/** Domains that changed hands and then served malware to the pages that still loaded from them (June 2024). */
const HIJACKED_HOSTS = /^(?:.+\.)?(?:polyfill\.(?:io|com)|bootcss\.com|bootcdn\.net|staticfile\.(?:net|org))$/u;

/** Example that triggers it: `https://cdn.jsdelivr.net/npm/bootstrap@3.3.7/dist/js/bootstrap.min.js`. */
export default defineCheck({
  id: 'page_analysis/vulnerable-library',
  title: 'No script library with published holes',
  severity: 'critical',
  deduction: 15,
  cwe: 1395,
  why: 'The page loads a release of a script library for which holes have been published, so that ways to abuse them are known.',
  fix: 'Update the library to the version named, and load it from a host you trust.',
  references: [
    'https://owasp.org/Top10/A06_2021-Vulnerable_and_Outdated_Components/',
    'https://github.com/advisories',
    'https://sansec.io/research/polyfill-supply-chain-attack',
  ],
  needs: ['page'],
  outcomes: {
    nothing: {
      status: 'good',
      note: 'No address of a script tells a library and its version, so that there was nothing to compare. Libraries inside bundles are not seen.',
    },
    good: {
      status: 'good',
      note: `Compared with a table of well-known holes in ${COVERED_LIBRARIES.length} libraries as of ${ADVISORY_TABLE_DATE}, which is not complete. Libraries inside bundles are not seen.`,
    },
    guessed: {
      status: 'good',
      note: 'The version stands only in a query such as ?ver= and may be that of something else; worth a look.',
    },
    hijacked: {
      status: 'bad',
      explanation:
        'The page loads a script from a domain that changed hands and served malware to its users. Whatever it sends runs with all rights of this page.',
      note: 'Remove it today.',
    },
    high: { status: 'bad', severity: 'important', deduction: 8 },
    medium: { status: 'bad', severity: 'important', deduction: 5 },
    low: { status: 'weak', severity: 'minor', deduction: 2, note: 'The published holes are of low severity.' },
  },
  judge({ page }) {
    const scripts = page.resources.filter(({ kind }) => kind === 'script').map(({ url }) => url);
    const hijacked = scripts.filter((url) => HIJACKED_HOSTS.test(URL.parse(url)?.hostname ?? ''));
    const findings = scripts.flatMap(findingOf);
    const vulnerable = findings.filter(({ advisories, library }) => advisories.length > 0 && !library.guessed);
    const evidence = [...hijacked, ...vulnerable.map(describe)];
    const fix = fixFor(vulnerable);
    if (hijacked.length > 0) return { outcome: 'hijacked', evidence };
    const worst = (['high', 'medium', 'low'] as const).find((severity) =>
      vulnerable.some(({ advisories }) => advisories.some((one) => one.severity === severity)),
    );
    if (worst) return { outcome: worst, evidence, ...(fix ? { fix } : {}) };
    const guessed = findings.filter(({ advisories }) => advisories.length > 0);
    if (guessed.length > 0) return { outcome: 'guessed', evidence: guessed.map(describe) };
    const seen = findings.map(({ library }) => `${library.name} ${library.version}`);
    return { outcome: seen.length > 0 ? 'good' : 'nothing', evidence: seen, note: cutNote(page) };
  },
});

interface Finding {
  url: string;
  library: ScriptLibrary;
  advisories: Advisory[];
}

function findingOf(url: PageEvidence['url']): Finding[] {
  const library = scriptLibrary(url);
  return library ? [{ url, library, advisories: advisoriesFor(library.name, library.version) }] : [];
}

function describe({ url, library, advisories }: Finding): string {
  const holes = advisories.map(({ id, summary }) => `${id} (${summary})`);
  return `${library.name} ${library.version}: ${holes.join(', ')} · ${url}`;
}

function fixFor(findings: readonly Finding[]): string | null {
  const lines = findings.map(({ library: { name, version } }) => {
    const mended = mendedRelease(name, version);
    return `${name} ${version} → ${mended ? `${mended} or later` : 'another library'}`;
  });
  return lines.length > 0 ? [...new Set(lines)].join('; ') : null;
}
