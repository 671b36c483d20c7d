import type { CspPolicy } from '../parse/csp/policy.ts';
import type { Seen } from '@palisade/report/seen';
import type { DmarcFinding } from '../parse/mail/dmarc-policy.ts';
import type { SpfVerdict } from '../parse/mail/spf-verdict.ts';
import type { SeenCookies } from '../parse/cookies/seen-cookies.ts';
import type { SecurityTxtState } from '../parse/security-txt/security-txt-found.ts';
import type { Purpose } from '../data/third-parties.ts';
import type { CertificateRefusal } from './certificate-refusals.ts';

/** A third party whose servers a page contacted. */
export interface ThirdParty {
  /** Null if only the domain is known. */
  owner: string | null;
  purpose: Purpose | null;
  /** Registrable domains. */
  sites: string[];
  requests: number;
  /** Those of the requests that load scripts. */
  scripts: number;
}

/**
 * Every fact by name, with the type of its value. Types are here and not in the definitions because a fact may need
 * another one.
 */
export interface FactValues {
  /** Why browsers refuse the certificate. Empty if they accept it or if no certificate was seen. */
  certificate_refusals: readonly CertificateRefusal[];
  /** All cookies of all responses, including plain http. */
  cookies: SeenCookies;
  /** The DMARC policy of the mail domain, and of the scanned host if that has a different name. */
  dmarc: readonly { domain: string; finding: DmarcFinding }[];
  /** All policies that the final response enforces. */
  enforced_policies: readonly CspPolicy[];
  /** Whose page the URL returned: the site's own, or a gatekeeper's. */
  seen: Seen;
  /** The attempt that found a security.txt, and its content. */
  security_txt_file: SecurityTxtState;
  /** Third parties that a page contacted in a real browser, most requests first. */
  third_parties: readonly ThirdParty[];
  /** All SPF records, evaluated, the mail domain's first. */
  spf: readonly { domain: string; includes: readonly string[]; verdict: SpfVerdict }[];
}
