import path from 'node:path';
import { GRADES, type Grade } from '@palisade/report/report';
import { formatOf, FORMATS, isFormat, type FormatName } from '../formats/format-names.ts';
import { failOnFrom } from '../gates/fail-on.ts';
import { UsageError } from '../usage-error.ts';
import { pagesFrom } from './further-pages.ts';
import { readConfigFile, type Ignore, type ScriptReason } from './config-file.ts';

/** As commander reads the command line. */
export interface ScanOptions {
  list?: string;
  format?: string[];
  json?: boolean;
  output?: string[];
  failUnder?: string;
  failOn?: string[];
  baseline?: string;
  config?: string;
  header?: string[];
  cookie?: string[];
  basic?: string;
  clientCert?: string;
  clientKey?: string;
  concurrency?: number;
  browser?: boolean;
  pages?: string;
  save?: string;
  from?: string;
  resume?: string;
  server?: string;
  key?: string;
  keyFile?: string;
}

/** The options of the command line, which override the configuration file, checked. */
export interface ScanSettings {
  urls: string[];
  list: string | undefined;
  from: string | undefined;
  save: string | undefined;
  resume: string | undefined;
  outputs: { format: FormatName; file: string | null }[];
  failUnder: Grade | undefined;
  failOn: string[];
  baseline: string | undefined;
  ignore: Ignore[];
  /** Written to the inventory of scripts. */
  scripts: ScriptReason[];
  credentials: Pick<ScanOptions, 'header' | 'cookie' | 'basic' | 'clientCert' | 'clientKey'>;
  concurrency: number;
  /** Further pages that a browser loads, or how many it finds; undefined: no browser. */
  browserPages: readonly string[] | number | undefined;
  server: { url: string; key: string | undefined; keyFile: string | undefined } | undefined;
}

const DEFAULT_CONCURRENCY = 8;
/** As `--output` names it. */
const STANDARD_OUTPUT = '-';

/** @throws UsageError */
export async function readSettings(urls: string[], options: ScanOptions): Promise<ScanSettings> {
  const file = await readConfigFile(options.config);
  const named = options.from !== undefined || options.list !== undefined || urls.length > 0;
  const { header = file.header, cookie = file.cookie, basic = file.basic } = options;
  const { clientCert = file.clientCert, clientKey = file.clientKey } = options;
  // Nothing is scanned, here or there.
  const server = options.server ?? (options.from === undefined ? file.server : undefined);
  const failUnder = options.failUnder ?? file.failUnder;
  const settings: ScanSettings = {
    urls: named ? urls : (file.urls ?? []),
    list: named ? options.list : file.list,
    from: options.from,
    save: options.save,
    resume: options.resume ?? file.resume,
    outputs: outputsOf(
      options.json === true
        ? [...(options.format ?? []), 'json']
        : (options.format ?? (options.output ? [] : file.format) ?? []),
      options.output ?? (options.format || options.json ? [] : file.output) ?? [],
    ),
    failUnder: failUnder === undefined ? undefined : gradeFrom(failUnder),
    failOn: (options.failOn ?? file.failOn ?? []).map(failOnFrom),
    baseline: options.baseline ?? file.baseline,
    ignore: file.ignore ?? [],
    scripts: file.scripts ?? [],
    credentials: {
      ...(header && { header }),
      ...(cookie && { cookie }),
      ...(basic !== undefined && { basic }),
      ...(clientCert !== undefined && { clientCert }),
      ...(clientKey !== undefined && { clientKey }),
    },
    concurrency: options.concurrency ?? file.concurrency ?? DEFAULT_CONCURRENCY,
    browserPages: browserPagesOf(options.browser ?? file.browser, options.pages ?? file.pages),
    server:
      server === undefined
        ? undefined
        : {
            url: server,
            key: options.key,
            keyFile: options.key === undefined ? (options.keyFile ?? file.keyFile) : undefined,
          },
  };
  refuseContradictions(settings);
  refuseScanOptions(options);
  refuseSharedFiles(settings, options.config);
  if (server === undefined && (options.key !== undefined || options.keyFile !== undefined))
    throw new UsageError('--key and --key-file are for a Palisade service: specify it with --server');
  return settings;
}

function browserPagesOf(browser: boolean | undefined, pages: ScanOptions['pages']): ScanSettings['browserPages'] {
  if (browser === true) return pages === undefined ? 0 : pagesFrom(pages);
  if (pages !== undefined) throw new UsageError('--pages is for browser scans: add --browser');
  return undefined;
}

function refuseContradictions({ urls, list, from, save, server, credentials, browserPages }: ScanSettings): void {
  const nothing = urls.length === 0 && list === undefined;
  if (nothing && from === undefined)
    throw new UsageError('specify a URL, a --list of URLs, or saved evidence with --from');
  if (!nothing && from !== undefined) throw new UsageError('--from evaluates saved evidence and takes no URL');
  if (save !== undefined && (urls.length !== 1 || list !== undefined))
    throw new UsageError('--save stores the evidence of one scan: specify exactly one URL');
  if (server === undefined) return;
  if (browserPages !== undefined)
    throw new UsageError('--browser is for scans on this machine: a service decides by the key whether to use one');
  if (save !== undefined || from !== undefined)
    throw new UsageError('--save and --from are for scans on this machine, without --server');
  if (Object.keys(credentials).length > 0)
    throw new UsageError(
      '--header, --cookie, --basic and client certificates stay on this machine and cannot be used with --server',
    );
}

/** Those of the configuration are for its scans; on the command line they would have no effect. */
function refuseScanOptions(options: ScanOptions): void {
  if (options.from === undefined) return;
  const { header, cookie, basic, clientCert, clientKey, browser, pages, resume, concurrency } = options;
  const given = { header, cookie, basic, clientCert, clientKey, browser, pages, resume, concurrency };
  if (Object.values(given).some((value) => value !== undefined))
    throw new UsageError('--from evaluates saved evidence: it accepts no options of a scan');
}

/** A baseline may be replaced by its own run: it is read first. */
function refuseSharedFiles(settings: ScanSettings, config: string | undefined): void {
  const { outputs, save, resume, list, from, credentials, server } = settings;
  const { clientCert, clientKey } = credentials;
  const written = [...outputs.map(({ file }) => file), save, resume].flatMap(resolved);
  if (new Set(written).size < written.length) throw new UsageError('two results cannot share the same file');
  const read = [config, list, from, clientCert, clientKey, server?.keyFile].flatMap(resolved);
  const both = read.find((file) => written.includes(file));
  if (both !== undefined) throw new UsageError(`${both} is read by this run and would be overwritten`);
}

const resolved = (file: string | null | undefined): string[] =>
  file === null || file === undefined || file === STANDARD_OUTPUT ? [] : [path.resolve(file)];

function gradeFrom(text: string): Grade {
  const grade = text.toUpperCase();
  if ((GRADES as readonly string[]).includes(grade)) return grade as Grade;
  throw new UsageError(`--fail-under takes one of ${GRADES.join(', ')}, not "${text}"`);
}

/** Pairs formats and files in order. A file alone implies its format by its extension; a format alone is printed. */
function outputsOf(formats: readonly string[], files: readonly string[]): ScanSettings['outputs'] {
  for (const format of formats) {
    if (!isFormat(format)) throw new UsageError(`--format takes one of ${FORMATS.join(', ')}, not "${format}"`);
  }
  const named = formats as FormatName[];
  const outputs = files.map((file, index) => {
    const format = named[index] ?? formatOf(file);
    if (!format) throw new UsageError(`--output ${file}: specify its format with --format`);
    return { format, file: file === STANDARD_OUTPUT ? null : file };
  });
  const printed = named.slice(files.length);
  if (printed.length + Number(files.includes(STANDARD_OUTPUT)) > 1)
    throw new UsageError(`only one format can be printed; add an --output for each of ${printed.join(', ')}`);
  if (printed[0] !== undefined) return [...outputs, { format: printed[0], file: null }];
  return outputs.length > 0 ? outputs : [{ format: 'text', file: null }];
}
