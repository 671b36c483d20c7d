import certificateRefusals from './certificate-refusals.ts';
import cookies from './cookies.ts';
import enforcedPolicies from './enforced-policies.ts';
import dmarc from './dmarc.ts';
import spf from './spf.ts';
import type { AnyFact, FactName } from './fact.ts';
import securityTxtFile from './security-txt-file.ts';
import seen from './seen.ts';
import thirdParties from './third-parties.ts';

/** The only list of facts. To add a fact: its file, its type in `values.ts`, and its line here. */
export const ALL_FACTS: Readonly<Record<FactName, AnyFact>> = {
  certificate_refusals: certificateRefusals,
  cookies,
  dmarc,
  enforced_policies: enforcedPolicies,
  security_txt_file: securityTxtFile,
  seen,
  spf,
  third_parties: thirdParties,
};

export const FACT_NAMES: readonly FactName[] = Object.values(ALL_FACTS).map(({ name }) => name);
