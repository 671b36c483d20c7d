import type { CspIssue } from './protocol.ts';
import type { SeenViolation } from './watch.ts';

/** @param message what Chromium wrote about it to the console */
export function violationOf(csp: CspIssue, message: string): SeenViolation {
  const { contentSecurityPolicyViolationType: type, sourceCodeLocation: at } = csp;
  const said = SAID[type]?.exec(message)?.[1] ?? null;
  const address = message.includes('Running the JavaScript URL');
  return {
    directive: csp.violatedDirective,
    blocked: csp.blockedURL ?? null,
    type,
    reportOnly: csp.isReportOnly,
    source: at && at.url !== '' && at.lineNumber >= 0 ? `${at.url}:${at.lineNumber + 1}` : (at?.url ?? null),
    hash: type === 'kInlineViolation' ? said : null,
    detail: type.startsWith('kTrustedTypes') ? said : null,
    address,
    node: csp.violatingNodeId ?? null,
  };
}

/** Details of a violation that are in Chromium's messages, but not in its issues. */
const SAID: Partial<Record<SeenViolation['type'], RegExp>> = {
  kInlineViolation: /a hash \('(sha256-[A-Za-z0-9+/=]{44})'\)/u,
  kTrustedTypesSinkViolation: /'(Trusted(?:HTML|ScriptURL|Script))'/u,
  kTrustedTypesPolicyViolation: /TrustedTypePolicy named '([^']+)'/u,
};
