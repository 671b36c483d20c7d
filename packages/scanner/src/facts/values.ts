import type { CspPolicy } from '../parse/csp/policy.ts';
import type { Seen } from '@palisade/report/seen';
import type { DmarcFinding } from '../parse/mail/dmarc-policy.ts';
import type { SpfVerdict } from '../parse/mail/spf-verdict.ts';
import type { SeenCookies } from '../parse/cookies/seen-cookies.ts';
import type { SecurityTxtState } from '../parse/security-txt/security-txt-found.ts';
import type { Purpose } from '../data/third-parties.ts';
import type { CertificateRefusal } from './certificate-refusals.ts';

/** Someone else whose servers a page asked. */
export interface ThirdParty {
  /** Null where only the name of the site is known. */
  owner: string | null;
  purpose: Purpose | null;
  /** Registrable domains. */
  sites: string[];
  requests: number;
  /** Of these, for scripts. */
  scripts: number;
}

/**
 * Every fact by name, with the type of its value. Types stand here and not in the definitions, because a
 * fact may need another one.
 */
export interface FactValues {
  /** Why browsers refuse the certificate; empty when they accept it, or when none was seen. */
  certificate_refusals: readonly CertificateRefusal[];
  /** Every cookie of every answer, plain http included. */
  cookies: SeenCookies;
  /** The DMARC policy of the mail domain, and of the scanned host where that is another name. */
  dmarc: readonly { domain: string; finding: DmarcFinding }[];
  /** Every policy the final answer enforces. */
  enforced_policies: readonly CspPolicy[];
  /** Whose page the URL returned. */
  seen: Seen;
  /** Which attempt brought a security.txt, and what stands in it. */
  security_txt_file: SecurityTxtState;
  /** Everyone else whose servers a page asked in a real browser, most asked first. */
  third_parties: readonly ThirdParty[];
  /** Every SPF record, evaluated: the mail domain's first. */
  spf: readonly { domain: string; includes: readonly string[]; verdict: SpfVerdict }[];
}
