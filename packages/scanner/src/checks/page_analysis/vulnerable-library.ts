import { defineCheck } from '../../check.ts';
import type { PageEvidence } from '../../evidence/page.ts';
import { isStale, staleReason } from '../../data/freshness.ts';
import { LIBRARIES, LIBRARY_TABLE_DATE } from '../../data/library-advisories.ts';
import { advisoriesFor, fixedRelease, isListed, type Advisory } from '../../parse/software/library-advisories.ts';
import { isHijacked } from '../../parse/software/hijacked-hosts.ts';
import { unlessCut } from '../../parse/page/page-origin.ts';
import { scriptLibraries } from '../../parse/software/script-library.ts';

const COMPARED_WITH = `Compared with the advisories for ${LIBRARIES.length} libraries as of ${LIBRARY_TABLE_DATE}. The scan cannot see libraries inside bundles whose comments were removed.`;

/** Example that triggers it: `https://cdn.jsdelivr.net/npm/bootstrap@3.3.7/dist/js/bootstrap.min.js`. */
export default defineCheck({
  id: 'page_analysis/vulnerable-library',
  title: 'Script libraries',
  severity: 'critical',
  deduction: 15,
  why: 'The page loads a version of a script library with published vulnerabilities, so attackers know how to exploit it.',
  fix: 'Update the library to the version shown and load it from a host you trust.',
  references: [
    'https://owasp.org/Top10/A06_2021-Vulnerable_and_Outdated_Components/',
    'https://github.com/advisories',
    'https://sansec.io/research/polyfill-supply-chain-attack',
  ],
  needs: ['page'],
  outcomes: {
    nothing: {
      title: 'No script library recognized',
      status: 'good',
      nothing: true,
      note: 'No script discloses a library and its version, so there was nothing to compare. The scan cannot see libraries inside bundles whose comments were removed.',
    },
    good: {
      title: 'Script libraries have no known vulnerabilities',
      status: 'good',
      note: COMPARED_WITH,
    },
    partly: {
      title: 'Script libraries that we can compare have no known vulnerabilities',
      status: 'good',
      note: COMPARED_WITH,
    },
    unlisted: {
      title: 'Vulnerabilities of the script libraries are not known to us',
      status: 'good',
      nothing: true,
      note: `None of these libraries is among the ${LIBRARIES.length} whose advisories we have (as of ${LIBRARY_TABLE_DATE}).`,
    },
    guessed: {
      title: 'Script library may be vulnerable',
      status: 'good',
      note: 'The version appears only in a query such as ?ver=, or in the path of another file, and may belong to something else. Please check it.',
    },
    hijacked: {
      title: 'Script loads from a domain that has served malware',
      status: 'bad',
      weakness: 'script-hijacked',
      explanation:
        'The page loads a script from a domain that changed owner and then served malware. Whatever it sends runs with the full rights of this page.',
      note: 'Remove it immediately.',
    },
    high: {
      title: 'Script library has severe known vulnerabilities',
      status: 'bad',
      weakness: 'js-vulnerable',
      severity: 'important',
      deduction: 8,
    },
    medium: {
      title: 'Script library has known vulnerabilities',
      status: 'bad',
      weakness: 'js-vulnerable',
      severity: 'important',
      deduction: 5,
    },
    low: {
      title: 'Script library has minor known vulnerabilities',
      status: 'weak',
      weakness: 'js-vulnerable',
      severity: 'minor',
      deduction: 2,
      note: 'The published vulnerabilities have low severity.',
    },
  },
  judge({ page }, { scannedAt }) {
    const scripts = page.resources.filter(({ kind }) => kind === 'script').map(({ url }) => url);
    const hijacked = scripts.filter(isHijacked);
    const findings = librariesOf(page).map((library): Finding => ({
      ...library,
      advisories: advisoriesFor(library.name, library.version),
    }));
    const vulnerable = findings.filter(({ advisories, guessed }) => advisories.length > 0 && !guessed);
    const fix = fixFor(vulnerable);
    if (hijacked.length > 0)
      return {
        outcome: 'hijacked',
        evidence: hijacked,
        note: alsoVulnerable(vulnerable),
        fix: [REMOVE, fix].filter(Boolean).join('\n\n'),
      };
    const worst = (['high', 'medium', 'low'] as const).find((severity) => vulnerable.some(has(severity)));
    if (worst) {
      const [atFault, rest] = [vulnerable.filter(has(worst)), vulnerable.filter((one) => !has(worst)(one))];
      return { outcome: worst, evidence: atFault.map(describe), note: alsoVulnerable(rest), ...(fix ? { fix } : {}) };
    }
    if (page.scripts_failure !== undefined) return { unknown: page.scripts_failure, ours: true };
    const guessed = findings.filter(({ advisories }) => advisories.length > 0);
    if (guessed.length > 0) return { outcome: 'guessed', evidence: guessed.map(describe) };
    const compared = findings.filter(({ name }) => isListed(name)).map(named);
    // A version in a query, of a file with any name, is no sign of a library: `index.js?ver=5.9.8`.
    const others = findings.filter(({ name, guessed }) => !guessed && !isListed(name)).map(named);
    if (compared.length === 0 && others.length > 0) return unlessCut(page, { outcome: 'unlisted', evidence: others });
    if (compared.length === 0) return unlessCut(page, { outcome: 'nothing' });
    if (isStale(LIBRARY_TABLE_DATE, scannedAt)) return { unknown: staleReason(LIBRARY_TABLE_DATE) };
    const note = others.length > 0 ? `Not in our table, so not compared: ${others.slice(0, 8).join('; ')}.` : '';
    return unlessCut(page, { outcome: note === '' ? 'good' : 'partly', evidence: compared, note });
  },
});

const REMOVE = 'Remove the script. If the page needs it, load it from this site or from a host that you trust.';

function has(severity: Advisory['severity']): (finding: Finding) => boolean {
  return ({ advisories }) => advisories.some((one) => one.severity === severity);
}

/** The title is about the worst ones, so the evidence is, too. */
function alsoVulnerable(findings: readonly Finding[]): string {
  return findings.length > 0 ? `Also with known vulnerabilities: ${findings.map(named).slice(0, 8).join('; ')}.` : '';
}

interface Library {
  url: string;
  name: string;
  version: string;
  /** How it was recognized, if not by its URL. */
  by?: 'banner' | 'variable';
  /** The inline script that contains it. */
  element?: string | undefined;
  guessed: boolean;
}

interface Finding extends Library {
  advisories: Advisory[];
}

/** What the file itself states takes precedence over the query of its URL. */
function librariesOf(page: PageEvidence): Library[] {
  const told = page.libraries.map((library): Library => ({ ...library, guessed: false }));
  const opened = new Set(told.map(({ url, name }) => `${name} ${url}`));
  const byAddress = page.resources.flatMap(({ kind, url }): Library[] => {
    const libraries = kind === 'script' ? scriptLibraries(url) : [];
    return libraries.filter(({ name }) => !opened.has(`${name} ${url}`)).map((library) => ({ url, ...library }));
  });
  return [...byAddress, ...told];
}

function named({ name, version, element }: Library): string {
  return `${name} ${version}${element ? `, ${element}` : ''}`;
}

function describe({ url, name, version, by, element, advisories }: Finding): string {
  const numbers = advisories.map(
    ({ id, summary, fixed }) => `${id} (${summary}, ${fixed === null ? 'not fixed' : `fixed in ${fixed}`})`,
  );
  return `${name} ${version}: ${numbers.join(', ')} · ${url}${element ? `, ${element}` : ''}${by ? `, by its ${by}` : ''}`;
}

function fixFor(findings: readonly Finding[]): string | null {
  const lines = findings.map(({ name, version }) => {
    const fixed = fixedRelease(name, version);
    return `${name} ${version} → ${fixed ? `${fixed} or later` : 'another library, because no release fixes it'}`;
  });
  return lines.length > 0 ? [...new Set(lines)].join('; ') : null;
}
