/** Whether a report or document comes from here. */
export const verify = {
  description: 'Find out whether a report or PDF was made by this service and is unchanged.',
  lead: (service: string) =>
    `Every report of ${service} is signed. Choose a report (JSON) or its PDF to find out whether it was made here and is unchanged. The file is not kept.`,
  genuine: 'Genuine: made here, and unchanged.',
  /** Filled in by the browser. */
  found: '{url}: grade {grade}, {score} of 100, {at}',
  altered: 'Altered: it was signed here and has been changed since.',
  unknown: 'Unknown: it is not signed by a key of this service.',
  failed: 'The file could not be checked.',
  file: 'Report or PDF',
  button: 'Verify',
  elsewhere: 'Without this page',
  commands: 'The same is done by:',
  keys: 'The public keys; old ones stay there:',
};

export type VerifyWords = typeof verify;
