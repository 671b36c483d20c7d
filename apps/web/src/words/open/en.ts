export interface OpenWords {
  title: string;
  description: string;
  lead: string;
  file: string;
  help: string;
  button: string;
  elsewhere: string;
  /** On the page that shows the file. */
  shown: Readonly<Record<'report' | 'evidence', string>>;
  signature: Readonly<Record<'genuine' | 'altered' | 'unknown' | 'none' | 'evidence', string>>;
  address: string;
  another: string;
}

export const open: OpenWords = {
  title: 'Open a saved file',
  description: 'Open a saved report or the saved evidence of a scan. This server evaluates it without a new scan.',
  lead: 'Choose a report (JSON) or the evidence of a scan to view it as a report, without a new scan. The file is not stored.',
  file: 'Report or evidence (JSON, up to 8 MiB)',
  help: 'Evidence comes from “Evidence” on a full report or from “palisade scan --save”. It is evaluated with the current rules.',
  button: 'Open',
  elsewhere: 'Just want to check whether a report or PDF is authentic?',
  shown: {
    report: 'This is the content of a file that you opened, not a report stored here.',
    evidence:
      'This is the evidence from a file that you opened, evaluated just now without a new scan. It is not stored here.',
  },
  signature: {
    genuine: 'Its signature is valid: the report was created here and is unchanged.',
    altered: 'Its signature does not match: the report was changed after it was signed here.',
    unknown: 'It is not signed by this service, so anyone could have written it.',
    none: 'It has no signature, so anyone could have written it.',
    evidence: 'Evidence has no signature. Compare its SHA-256 below with the one in the signed report.',
  },
  address: 'This report online',
  another: 'Open another file',
};
