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
  description: 'Open a saved report or the saved evidence of a scan. It is judged on this server, without a scan.',
  lead: 'Choose a report (JSON) or the evidence of a scan. It is shown as a report, without a scan. The file is not kept.',
  file: 'Report or evidence (JSON, up to 8 MiB)',
  help: 'Evidence comes from “Evidence” on a full report or from “palisade scan --save”. It is judged by the rules in force here today.',
  button: 'Open',
  elsewhere: 'Only want to know whether a report or PDF is genuine?',
  shown: {
    report: 'This is the content of a file that you opened, not a report kept here.',
    evidence: 'This is the evidence in a file that you opened, judged just now without a scan. It is not kept here.',
  },
  signature: {
    genuine: 'Its signature is genuine: the report was made here and is unchanged.',
    altered: 'Its signature does not match: the report was changed after it was signed here.',
    unknown: 'It is not signed by a key of this service: anyone may have written it.',
    none: 'It has no signature: anyone may have written it.',
    evidence: 'Evidence has no signature: compare its SHA-256, below, with that of the signed report.',
  },
  address: 'The same report at its address',
  another: 'Open another file',
};
