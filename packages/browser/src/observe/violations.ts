import { BROWSER_LIMITS, type BrowserViolation } from '@palisade/scanner/evidence/browser';
import { cut, plainUrl } from './bounded.ts';
import type { Watch, SeenViolation } from './watch.ts';

const KINDS: Readonly<Record<SeenViolation['type'], BrowserViolation['kind']>> = {
  kInlineViolation: 'inline',
  kEvalViolation: 'eval',
  kURLViolation: 'url',
  kSRIViolation: 'url',
  kTrustedTypesSinkViolation: 'sink',
  kTrustedTypesPolicyViolation: 'sink',
  kWasmEvalViolation: 'wasm',
};

/** Violations of Content-Security-Policy, each once. */
export function cspViolations(seen: readonly SeenViolation[]): BrowserViolation[] {
  return distinct(
    seen.map((violation) => ({
      policy: violation.type.startsWith('kTrustedTypes') ? 'trusted-types' : 'csp',
      directive: violation.directive.slice(0, 200),
      blocked: violation.blocked === null ? null : plainUrl(violation.blocked),
      kind: KINDS[violation.type],
      report_only: violation.reportOnly,
      source: violation.source === null ? null : cut(violation.source),
      sample: violation.hash,
    })),
  );
}

/** What browsers refuse because of the other policies of a page, or of what it loads. */
export function otherViolations(watch: Watch): BrowserViolation[] {
  const blocked = watch.blocked.map(({ reason, request }): BrowserViolation => ({
    ...PLAIN,
    policy: reason.startsWith('Coep') || reason.includes('ByCoep') ? 'coep' : 'corp',
    directive: reason,
    blocked: plainUrl(request.url),
  }));
  const cors = watch.corsIssues
    .filter(({ isWarning }) => !isWarning)
    .map(({ corsErrorStatus, request }): BrowserViolation => ({
      ...PLAIN,
      policy: 'cors',
      directive: corsErrorStatus.corsError,
      blocked: plainUrl(request.url),
    }));
  return distinct([...blocked, ...cors, ...permissionViolations(watch), ...refusedFiles(watch)]);
}

/** Chromium writes only a message if a file is not what its element or its response says. */
function refusedFiles(watch: Watch): BrowserViolation[] {
  return watch.messages.flatMap(({ text }) =>
    REFUSED_FILES.flatMap(({ policy, directive, said }) => {
      const address = said.exec(text)?.[1];
      return address === undefined ? [] : [{ ...PLAIN, policy, directive, blocked: plainUrl(address) }];
    }),
  );
}

const REFUSED_FILES = [
  {
    policy: 'integrity',
    directive: 'hash that does not match',
    said: /^Failed to find a valid digest in the 'integrity' attribute for resource '([^']+)'/u,
  },
  {
    policy: 'nosniff',
    directive: 'type that is not allowed',
    said: /^Refused to (?:execute script|apply style) from '([^']+)' because its MIME type/u,
  },
] as const;

/** Chromium has no issue for these: it writes a message. */
export function permissionViolations(watch: Watch): BrowserViolation[] {
  return watch.messages
    .filter(({ text }) => /permissions? policy/iu.test(text) && !/header|Unrecognized|parse/iu.test(text))
    .map(({ text, url }) => ({
      ...PLAIN,
      policy: 'permissions',
      directive: cut(text, 200),
      source: url ? plainUrl(url) : null,
    }));
}

const PLAIN = { blocked: null, kind: 'other', report_only: false, source: null, sample: null } as const;

function distinct(violations: readonly BrowserViolation[]): BrowserViolation[] {
  const byText = new Map(violations.map((violation) => [JSON.stringify(violation), violation]));
  return [...byText.values()].slice(0, BROWSER_LIMITS.violations);
}
