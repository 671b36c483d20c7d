export const TRUST_PROGRAMS = ['Chrome', 'Firefox', 'Safari', 'OpenSSL'] as const;
export type TrustProgram = (typeof TRUST_PROGRAMS)[number];

/** One rule: a sentence where a program refuses the certificate, or is in doubt. */
export interface Remark {
  programs: readonly TrustProgram[];
  doubt?: true;
  reason: string;
}

export const BROWSERS = ['Chrome', 'Firefox', 'Safari'] as const;
