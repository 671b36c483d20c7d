import { isHijacked } from '../../parse/software/hijacked-hosts.ts';
import { defineCheck } from '../../check.ts';
import type { PageEvidence, PageResource } from '../../evidence/page.ts';
import { isServiceScript } from '../../parse/csp/services.ts';
import { isPackageCdn, namesVersion } from '../../parse/page/fixed-url.ts';
import { cutNote, describeResource, relation, unlessCut } from '../../parse/page/page-origin.ts';
import { isForOldBrowsers } from '../../parse/page/page-resources.ts';
import { parseIntegrity } from '../../parse/page/sri.ts';

/** Their owners change the files of these hosts without notice, so a hash would soon stop matching. */
const CHANGING = new Set([
  'www.googletagmanager.com',
  'www.google-analytics.com',
  'www.google.com',
  'www.gstatic.com',
  'maps.googleapis.com',
  'apis.google.com',
  'accounts.google.com',
  'pagead2.googlesyndication.com',
  'fonts.googleapis.com',
  'use.typekit.net',
  'connect.facebook.net',
  'js.stripe.com',
  'www.paypal.com',
  'challenges.cloudflare.com',
  'static.cloudflareinsights.com',
  'js.hcaptcha.com',
  'hcaptcha.com',
  'platform.twitter.com',
  'snap.licdn.com',
  'bat.bing.com',
  'static.hotjar.com',
  'js.hs-scripts.com',
  'cdn.segment.com',
  'checkout.razorpay.com',
  'cdn.tailwindcss.com',
  'cdn.ampproject.org',
]);

/** A service's own file changes with the service, unless its URL names a version. */
function changes(url: string): boolean {
  if (CHANGING.has(URL.parse(url)?.hostname ?? '') || isGenerated(url)) return true;
  return !namesVersion(url) && !isPackageCdn(url) && isServiceScript(url);
}

/**
 * Files that a CDN builds from a package, for the browser that asks (esm.sh) or with the tools of the day (jsDelivr:
 * "Do NOT use SRI with dynamically generated files"). A build that its URL names stays the same.
 */
function isGenerated(url: string): boolean {
  const { hostname, pathname, searchParams } = new URL(url);
  if (hostname === 'esm.run') return true;
  if (hostname === 'cdn.jsdelivr.net') return pathname.endsWith('/+esm') || pathname.startsWith('/combine/');
  if (hostname === 'esm.sh') return !/\/(?:es20\d\d|esnext)\//u.test(pathname) && !searchParams.has('target');
  return hostname === 'cdn.skypack.dev' && !pathname.startsWith('/pin/');
}

const EXACT = '<!-- First write the exact version into the URL: the file behind a range of versions changes. -->';
const HASH =
  '<!-- Replace REPLACE_WITH_HASH with the output of this command for each file: openssl dgst -sha384 -binary FILE | openssl base64 -A. Or host the file yourself. -->';

/** Example that triggers it: `<script src="https://cdn.example/a.js">` without an integrity attribute. */
export default defineCheck({
  id: 'page_analysis/subresource-integrity',
  title: 'Subresource integrity',
  severity: 'minor',
  deduction: 4,
  why: 'A script from another site runs with the full rights of this page. With an integrity hash, browsers run it only if it is unchanged. Without one, an attacker who takes over that server also takes over this page.',
  fix: `${HASH}\n<script src="https://cdn.example/lib.js" integrity="sha384-REPLACE_WITH_HASH" crossorigin="anonymous"></script>`,
  references: ['https://www.w3.org/TR/sri-2/'],
  needs: ['page'],
  outcomes: {
    none: {
      title: 'No script from another site',
      status: 'good',
      nothing: true,
      note: 'The page loads no script from another site.',
    },
    hijacked: {
      title: 'Third-party scripts come from a hijacked domain only',
      status: 'good',
      nothing: true,
      note: 'A hash does not help: remove the script. “Script libraries” says why.',
    },
    good: { title: 'Third-party scripts have integrity hashes', status: 'good' },
    changing: {
      title: 'Third-party scripts change too often for an integrity hash',
      status: 'good',
      note: 'These files change without notice, so an integrity hash would break them. The page trusts each of them fully.',
    },
    missing: { title: 'Third-party scripts have no integrity hash', status: 'missing', weakness: 'sri-missing' },
    void: {
      title: 'Integrity attribute has no effect',
      status: 'weak',
      weakness: 'sri-missing',
      note: 'The integrity attribute has no hash that browsers support, so they check nothing.',
    },
    never_matches: {
      title: 'Integrity hash matches no file',
      status: 'weak',
      weakness: 'sri-broken',
      deduction: 2,
      note: 'No file has a hash of this length, so browsers block every file at this address. Often the algorithm is another one, or the hash is hexadecimal.',
    },
    no_crossorigin: {
      title: 'Integrity attribute blocks its own file',
      status: 'weak',
      weakness: 'sri-broken',
      deduction: 2,
      note: 'Without the crossorigin attribute, browsers cannot check the hash of a cross-origin file and block it.',
    },
  },
  judge({ page }) {
    const isBlocked = ({ integrity }: PageResource) => integrity !== null && parseIntegrity(integrity).blocks;
    const blocked = page.resources.filter(isBlocked);
    const scripts = page.resources.filter(
      ({ kind, element }) => kind === 'script' && !element.startsWith('link') && !isForOldBrowsers(element),
    );
    const thirdParty = scripts.filter(({ url }) => relation(url, page.url) === 'cross-site');
    // page_analysis/vulnerable-library deducts for the others.
    const foreign = thirdParty.filter(({ url }) => !isHijacked(url));
    const broken = page.resources.filter(
      ({ kind, url, integrity, crossorigin }) =>
        ['script', 'style'].includes(kind) &&
        isPinned(integrity) &&
        crossorigin === null &&
        relation(url, page.url) !== 'same-origin',
    );
    const voided = page.resources.filter(
      (resource) => resource.integrity?.trim() && !isPinned(resource.integrity) && !foreign.includes(resource),
    );
    const open = foreign.filter(({ integrity }) => !isPinned(integrity));
    const unpinned = open.filter(({ url }) => !changes(url));
    const note = [otherNotes(page), oldNote(page), cutNote(page)].filter(Boolean).join(' ');
    const also = alsoBlocked([...blocked, ...broken], note);
    if (unpinned.length > 0)
      return {
        outcome: 'missing',
        evidence: unpinned.map(state),
        note: [also, onlyOffered(unpinned)].filter(Boolean).join(' '),
        fix: pinned(unpinned),
      };
    if (voided.length > 0) return { outcome: 'void', evidence: voided.map(state), note: also, fix: pinned(voided) };
    if (blocked.length > 0) {
      const others = broken.filter((resource) => !blocked.includes(resource));
      const evidence = blocked.map(state);
      return { outcome: 'never_matches', evidence, note: alsoBlocked(others, note), fix: pinned(blocked) };
    }
    if (broken.length > 0)
      return { outcome: 'no_crossorigin', evidence: broken.map(describeResource), note, fix: shared(broken) };
    if (open.length > 0) return { outcome: 'changing', evidence: open.map(describeResource), note };
    if (foreign.length === 0 && thirdParty.length > 0) return { outcome: 'hijacked', note };
    return unlessCut(
      page,
      foreign.length > 0
        ? { outcome: 'good', evidence: foreign.map(describeResource), note }
        : { outcome: 'none', note },
    );
  },
});

/** Files that only module files can import, whose code is not read. */
function onlyOffered(resources: readonly PageResource[]): string {
  return resources.some(({ element }) => element === 'import map')
    ? 'The import map offers some of these files to the modules of the page. The scan does not see which of them a module imports.'
    : '';
}

/** Faults that the outcome does not name. */
function alsoBlocked(resources: readonly PageResource[], note: string): string {
  const urls = [...new Set(resources.map(({ url }) => url))].slice(0, MAX_NAMED);
  const blocked =
    urls.length > 0
      ? `Browsers block these files, because their hash has a wrong length or the crossorigin attribute is missing: ${urls.join(', ')}.`
      : '';
  return [blocked, note].filter(Boolean).join(' ');
}

/** The corrected elements. The hash stays a placeholder, because the scan does not know the genuine file. */
function pinned(resources: readonly PageResource[]): string {
  const few = resources.slice(0, 5);
  const lines = few
    .filter(({ element }) => !isImport(element))
    .flatMap((resource) => {
      const element = elementOf(resource, 'sha384-REPLACE_WITH_HASH');
      return isPackageCdn(resource.url) && !namesVersion(resource.url) ? [EXACT, element] : [element];
    });
  const imported = few.filter(({ element }) => isImport(element));
  if (imported.length === 0) return [HASH, ...lines].join('\n');
  const loose = imported.some(({ url }) => isPackageCdn(url) && !namesVersion(url));
  const hashes = imported.map(({ url }) => [secured(url), 'sha384-REPLACE_WITH_HASH']);
  const map = JSON.stringify({ integrity: Object.fromEntries(hashes) }, null, 2);
  const script = [IN_MAP, '<script type="importmap">', map, '</script>'];
  return [HASH, ...lines, ...(loose ? [EXACT] : []), ...script].join('\n');
}

/** The elements with their own hash, and with the attribute that they lack. */
function shared(resources: readonly PageResource[]): string {
  return resources
    .slice(0, 5)
    .map((resource) => elementOf(resource, parseIntegrity(resource.integrity ?? '').valid.join(' ')))
    .join('\n');
}

/** A serialized URL contains neither a double quote nor an angle bracket, and neither does a hash. */
function elementOf({ kind, url, element }: PageResource, integrity: string): string {
  const attributes = `integrity="${integrity}" crossorigin="anonymous"`;
  if (kind === 'style') return `<link rel="stylesheet" href="${secured(url)}" ${attributes}>`;
  if (element.startsWith('link')) return `<link rel="preload" as="script" href="${secured(url)}" ${attributes}>`;
  const type = element.startsWith('script[type=module]') ? 'type="module" ' : '';
  return `<script ${type}src="${secured(url)}" ${attributes}></script>`;
}

/** Over http, anyone can change the file. */
function secured(url: string): string {
  return url.replace(/^http:/u, 'https:');
}

function isImport(element: string): boolean {
  return element.startsWith('import');
}

const IN_MAP =
  '<!-- Put the member "integrity" into the import map of the page. An import map must come before the first module. -->';

function isPinned(integrity: string | null): boolean {
  return integrity !== null && parseIntegrity(integrity).effective;
}

function state(resource: PageResource): string {
  const invalid = resource.integrity?.trim()
    ? `: integrity "${resource.integrity.trim().slice(0, 80)}" has no usable hash`
    : ': no integrity';
  return `${describeResource(resource)}${invalid}`;
}

const MAX_NAMED = 5;

function oldNote(page: PageEvidence): string {
  const old = page.resources.filter(
    ({ element, url }) => isForOldBrowsers(element) && relation(url, page.url) === 'cross-site',
  );
  const named = old.slice(0, MAX_NAMED).map(({ url }) => url);
  return named.length === 0
    ? ''
    : `Only browsers without modules and without integrity hashes load these files (nomodule): ${named.join(', ')}.`;
}

/** Style sheets and preloads could have hashes too. A note without a deduction. */
function otherNotes(page: PageEvidence): string {
  const styles = page.resources.filter(
    ({ kind, element, url, integrity }) =>
      (kind === 'style' || (kind === 'script' && element.startsWith('link'))) &&
      element.startsWith('link') &&
      !isPinned(integrity) &&
      !changes(url) &&
      relation(url, page.url) === 'cross-site',
  );
  if (styles.length === 0) return '';
  const named = styles.slice(0, MAX_NAMED).map(({ url }) => url);
  const rest = styles.length - named.length;
  return `Third-party style sheets and preloads could have integrity hashes too: ${named.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}.`;
}
