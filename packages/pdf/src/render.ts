import type { Assessment } from '@palisade/compliance/assess';
import { DISCLAIMER, SHORT_DISCLAIMER as SHORT_COMPLIANCE } from '@palisade/compliance/wording';
import { actionsOf, scoresLeaveOut } from '@palisade/report/actions';
import { readableHost } from '@palisade/report/readable-host';
import type { ReportChanges } from '@palisade/report/report-changes';
import type { ScanReport } from '@palisade/report/report';
import type { Transcript } from '@palisade/report/transcript';
import { jsonLine } from '@palisade/report/visible';
import { createElement, type ReactElement } from 'react';
import { setImmediate as macrotask } from 'node:timers/promises';
import { coverage } from './glyphs.ts';
import { ComplianceDocument } from './compliance-document.tsx';
import type { DocumentFonts } from './fonts-context.ts';
import type { Names } from './names.ts';
import type { CoverText } from './parts/cover.tsx';
import { stringsIn } from './printable.ts';
import { pdf, type PrintedLine, type Printer, printerFor } from './printer.ts';
import { hostOf, longDate } from './words.ts';
import { registerFonts } from './register-fonts.ts';
import { drawTagged, type Attachment } from './tagged/draw.ts';
import { type DocumentProps, runningOf, ScanDocument, type Metadata } from './scan-document.tsx';

const SHORT_DISCLAIMER = pdf`A point-in-time observation from the outside, without login. It is not a penetration test and makes no statement about anything that was not assessed.`;

/** Points. A logo of few pixels is drawn as large as one of many. */
const LOGO_ON_COVER = { width: 180, height: 52 } as const;

/** The characters of our own texts, so that their glyphs are always loaded. */
const OWN_TEXT = '\u00A0–—…·“”‘’−→\\u{}0123456789ABCDEF';

/** Further inputs of a document. */
export interface StoredContext {
  /** Canonical JSON of what the scan saw, attached to the document. */
  evidence?: Uint8Array;
  /** The evidence as people read it. */
  transcript?: Transcript;
  /** Since the previous report on the same page for the same customer. */
  changes?: ReportChanges | null;
  /** The client's logo on the cover: a PNG written by `prepareLogo`. */
  logo?: Uint8Array | null;
}

export async function renderScanPdf(report: ScanReport, names: Names, more: StoredContext = {}): Promise<Buffer> {
  const prepared = await prepare(report, names, more);
  const host = prepared.print.line(hostOf(prepared.content.report.url));
  const title = pdf`${prepared.serviceName} · Website security report`;
  const cover = coverText(prepared, {
    kind: pdf`Website security report`,
    subtitle: prepared.print.line(
      `Security headers, TLS, DNS, cookies and page content, as observed from the outside on ${longDate(report.scanned_at)}.`,
    ),
    disclaimer: SHORT_DISCLAIMER,
  });
  return toBuffer(
    createElement(ScanDocument, {
      ...prepared.content,
      cover,
      meta: metadata(prepared, pdf`Website security report: ${host}`),
      fonts: prepared.fonts,
      running: runningOf(prepared.content.report, title, host),
    }),
    attachmentsOf(report, more.evidence),
  );
}

/** `assessment` must be of the same report. */
export async function renderCompliancePdf(
  report: ScanReport,
  assessment: Assessment,
  names: Names,
  more: StoredContext = {},
): Promise<Buffer> {
  const own = [...stringsIn(assessment), ...DISCLAIMER, SHORT_COMPLIANCE];
  const prepared = await prepare(report, names, more, own);
  const host = prepared.print.line(hostOf(prepared.content.report.url));
  const cover = coverText(prepared, {
    kind: pdf`Compliance report`,
    subtitle: prepared.print.line(
      `Observations of ${longDate(report.scanned_at)}, mapped to ${listed(assessment.frameworks.map(({ framework }) => `${framework.name} ${framework.edition}`))}.`,
    ),
    disclaimer: prepared.print.line(SHORT_COMPLIANCE),
  });
  return toBuffer(
    createElement(ComplianceDocument, {
      ...prepared.content,
      assessment: prepared.print.value(assessment),
      cover,
      meta: metadata(prepared, pdf`Compliance report: ${host}`),
      fonts: prepared.fonts,
      running: runningOf(prepared.content.report, pdf`${prepared.serviceName} · Compliance report`, host),
    }),
    attachmentsOf(report, more.evidence),
  );
}

/** "a, b and c" */
function listed(names: readonly string[]): string {
  return new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(names);
}

interface Prepared {
  print: Printer;
  content: Pick<DocumentProps, 'report' | 'plan' | 'changes' | 'transcript'>;
  fonts: DocumentFonts;
  serviceName: PrintedLine;
  preparedFor: PrintedLine | null;
  preparedBy: PrintedLine;
  transliterated: boolean;
  logo: CoverText['logo'];
  unicodeHost: PrintedLine | null;
}

/** The host in Unicode. If a character of it cannot be drawn, it is written as a code point: without it, it is another host. */
function hostLine(print: Printer, host: string): PrintedLine {
  const name = print.name(host).text;
  return name === host.normalize('NFC') ? name : print.line(host);
}

/** Makes every text printable and registers the fonts it needs. `own`: further text that the document will contain. */
async function prepare(
  report: ScanReport,
  names: Names,
  { transcript, changes, logo }: StoredContext,
  own: readonly string[] = [],
): Promise<Prepared> {
  // From the original report: its snippets are parsed before anything in them is escaped.
  const actions = actionsOf(report);
  const texts = [report, actions, transcript, changes].flatMap((value) => [...stringsIn(value)]);
  const inUnicode = readableHost(new URL(report.url).hostname);
  const given = [names.preparedFor ?? '', names.preparedBy ?? '', names.serviceName, inUnicode ?? ''].map((name) =>
    name.normalize('NFC'),
  );
  const fonts = coverage([...texts, ...given, ...own, OWN_TEXT]);
  const covers = (codePoint: number) => fonts.covered.has(codePoint);
  const print = printerFor(covers);
  const service = print.name(names.serviceName);
  const preparedFor = names.preparedFor ? print.name(names.preparedFor) : null;
  const preparedBy = names.preparedBy ? print.name(names.preparedBy) : service;
  return {
    print,
    content: {
      report: print.value(report),
      plan: print.value({ actions, leftOut: scoresLeaveOut(report), server: report.fix_server ?? null }),
      changes: changes ? print.value(changes) : null,
      transcript: transcript ? print.value(transcript) : null,
    },
    fonts: await registerFonts(fonts),
    serviceName: service.text,
    preparedFor: preparedFor?.text ?? null,
    preparedBy: preparedBy.text,
    logo: logo ? onCover(logo) : null,
    unicodeHost: inUnicode === null ? null : hostLine(print, inUnicode),
    transliterated: [preparedFor, preparedBy].some((name) => name?.transliterated),
  };
}

/** The size is in the PNG's header (11.2.1); returned in points as drawn. */
function onCover(png: Uint8Array): NonNullable<CoverText['logo']> {
  const header = new DataView(png.buffer, png.byteOffset);
  const [width, height] = [header.getUint32(16), header.getUint32(20)];
  const scale = Math.min(LOGO_ON_COVER.width / width, LOGO_ON_COVER.height / height);
  return { png, width: width * scale, height: height * scale };
}

function coverText(prepared: Prepared, text: Pick<CoverText, 'kind' | 'subtitle' | 'disclaimer'>): CoverText {
  return {
    ...text,
    preparedFor: prepared.preparedFor,
    preparedBy: prepared.preparedBy,
    logo: prepared.logo,
    unicodeHost: prepared.unicodeHost,
    nameNote: prepared.transliterated
      ? pdf`A name above uses a script that this document cannot display correctly. It is shown in Latin letters.`
      : null,
  };
}

function metadata(prepared: Prepared, title: PrintedLine): Metadata {
  const { line } = prepared.print;
  const { report } = prepared.content;
  return {
    title,
    author: prepared.preparedBy,
    subject: line(`Scan ${report.scan_id} of ${report.url}`),
    producer: pdf`${prepared.serviceName} ${line(report.engine_version)}`,
    created: report.scanned_at,
  };
}

/** The report as data and the evidence it was judged from: anyone with the document can judge it again. */
function attachmentsOf(report: ScanReport, evidence: Uint8Array | undefined): Attachment[] {
  const json: Attachment = {
    name: 'report.json',
    type: 'application/json',
    description: 'The report as JSON',
    relationship: 'Data',
    data: new TextEncoder().encode(jsonLine(report, 1)),
  };
  if (evidence === undefined) return [json];
  return [
    json,
    {
      name: 'evidence.json',
      type: 'application/json',
      description: `What the scan received, as canonical JSON (RFC 8785); its SHA-256 is ${report.evidence_sha256}`,
      relationship: 'Source',
      data: evidence,
    },
  ];
}

async function toBuffer(document: ReactElement, attachments: readonly Attachment[]): Promise<Buffer> {
  const buffer = await drawTagged(document as Parameters<typeof drawTagged>[0], attachments);
  // The renderer frees a document in a later macrotask: without this, consecutive renders pile up memory.
  await macrotask();
  return buffer;
}
