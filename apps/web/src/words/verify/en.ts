/** Texts of the page that verifies reports and PDFs. */
export const verify = {
  description: 'Check whether a report or PDF was created by this service and is unchanged.',
  lead: (service: string) =>
    `Every report from ${service} is signed. Choose a report (JSON) or its PDF to check whether it was created here and is unchanged. The file is not stored.`,
  genuine: 'Genuine: created here and unchanged.',
  /** Filled in by the browser. */
  found: '{url}: grade {grade}, {score} of 100, {at}',
  altered: 'Altered: it was signed here but has changed since.',
  unknown: 'Unknown: it is not signed by this service.',
  failed: 'The file could not be checked.',
  file: 'Report or PDF',
  button: 'Verify',
  elsewhere: 'Without this page',
  commands: 'These commands do the same:',
  keys: 'Public keys, including old ones:',
};

export type VerifyWords = typeof verify;
