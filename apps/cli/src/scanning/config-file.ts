import { z } from 'zod';
import { GRADES } from '@palisade/report/report';
import { FORMATS } from '../formats/format-names.ts';
import { MAX_CONCURRENCY } from '../limits.ts';
import { inWords } from '../schema-words.ts';
import { readText } from '../text-file.ts';
import { InputError } from '../usage-error.ts';
import { lineAt, lineOf, NotJson, placesIn, type JsonPlaces } from './json-places.ts';

const CONFIG_FILE = 'palisade.config.json';

export const Ignore = z.strictObject({
  check: z.string().describe('check ID, as listed by `palisade checks`'),
  host: z.string().optional().describe('only for this host; `*.example.com` covers all subdomains'),
  reason: z.string().min(1).describe('why this is acceptable for now; shown in the report'),
  expires: z.iso.date().describe('last day it applies; after that, the run fails until it is reviewed'),
});
export type Ignore = z.infer<typeof Ignore>;

export const ScriptReason = z.strictObject({
  script: z
    .string()
    .min(1)
    .describe('URL of a file, with `*` at the end to match a prefix, or `sha384-…` of the script text'),
  host: z.string().optional().describe('only for this host; `*.example.com` covers all subdomains'),
  reason: z.string().min(1).describe('why it is needed; shown in the script inventory (PCI DSS 6.4.3)'),
});
export type ScriptReason = z.infer<typeof ScriptReason>;

const oneOrMore = <T extends z.ZodType<string>>(item: T) =>
  z.union([item.transform((value): string[] => [value]), z.array(item)]);

/** `palisade.config.json`: the options of `palisade scan`, and the ignores. */
export const ConfigFile = z.strictObject({
  $schema: z.string().optional(),
  urls: z.array(z.string()).optional().describe('scanned if the command line has no target'),
  list: z.string().optional().describe('file with one URL per line'),
  format: oneOrMore(z.enum(FORMATS)).optional(),
  output: oneOrMore(z.string()).optional().describe('files, in the order of the formats'),
  failUnder: z.enum(GRADES).optional().describe('fail if the grade is worse'),
  failOn: oneOrMore(z.string())
    .optional()
    .describe('critical, important, minor (each includes the more severe), provisional, or check IDs'),
  baseline: z.string().optional().describe('file with earlier reports or evidence: only new findings fail'),
  header: oneOrMore(z.string()).optional().describe('`Name: value`, sent only to the target'),
  cookie: oneOrMore(z.string()).optional().describe('`name=value; …`, sent only to the target'),
  basic: z.string().optional().describe('`user:password`, sent only to the target'),
  clientCert: z.string().optional().describe('PEM file of a client certificate'),
  clientKey: z.string().optional().describe('PEM file of its key'),
  concurrency: z
    .int()
    .min(1)
    .max(MAX_CONCURRENCY)
    .optional()
    .describe('sites to scan in parallel; never two scans of one host at once'),
  browser: z.boolean().optional().describe('also load each site in a real browser'),
  pages: z
    .string()
    .optional()
    .describe('more pages for the browser: comma-separated URLs or paths, or how many to find'),
  resume: z.string().optional().describe('file that stores finished scans, to resume an interrupted run'),
  server: z.string().optional().describe('URL of a Palisade service that scans instead of this machine'),
  keyFile: z.string().optional().describe('file that contains the API key for it'),
  ignore: z.array(Ignore).optional(),
  scripts: z.array(ScriptReason).optional().describe('justifications for scripts that run in the browser'),
});
export type ConfigFile = z.infer<typeof ConfigFile>;

/** `fail-under` is the same as `failUnder`: the names from the command line are accepted. */
export async function readConfigFile(file: string | undefined): Promise<ConfigFile> {
  const path = file ?? CONFIG_FILE;
  let text: string;
  try {
    text = await readText(path);
  } catch (error) {
    const { code } = (error as Error).cause as NodeJS.ErrnoException;
    if (file === undefined && code === 'ENOENT') return {};
    throw error;
  }
  let content: unknown;
  let places: JsonPlaces;
  try {
    places = placesIn(text);
    content = JSON.parse(text);
  } catch (error) {
    throw new InputError(`${path} is not JSON: ${error instanceof NotJson ? error.message : 'a value cannot be read'}`);
  }
  if (places.repeated !== null) {
    const { name, at } = places.repeated;
    throw new InputError(`${path} names "${name}" twice: line ${lineAt(text, at)}`);
  }
  const { config, written, other } = camelCased(content);
  if (other !== null)
    throw new InputError(`${path} names the same option twice: "${other}", line ${lineOf(text, places, [other])}`);
  const parsed = ConfigFile.safeParse(config);
  if (parsed.success) return parsed.data;
  const known = [
    ...Object.keys(ConfigFile.shape).map(dashed),
    ...Object.keys(Ignore.shape),
    ...Object.keys(ScriptReason.shape),
  ];
  const faults = parsed.error.issues.slice(0, 5).map((given) => {
    const issue = asWritten(given, written);
    const where = issue.code === 'unrecognized_keys' ? [...issue.path, ...issue.keys.slice(0, 1)] : issue.path;
    return `  line ${lineOf(text, places, where)}: ${inWords(issue, known)}`;
  });
  throw new InputError([`${path} is not a valid configuration:`, ...faults].join('\n'));
}

interface CamelCased {
  config: unknown;
  /** The names as the file spells them, by their camel-cased forms. */
  written: ReadonlyMap<PropertyKey, string>;
  /** A second spelling of a name that the file already has. */
  other: string | null;
}

function camelCased(content: unknown): CamelCased {
  const written = new Map<PropertyKey, string>();
  let other: string | null = null;
  if (content === null || typeof content !== 'object' || Array.isArray(content))
    return { config: content, written, other };
  const members = Object.entries(content).map(([name, value]): [string, unknown] => {
    const camel = name.replaceAll(/-([a-z])/gu, (_dash, letter: string) => letter.toUpperCase());
    if (written.has(camel)) other ??= name;
    written.set(camel, name);
    return [camel, value];
  });
  return { config: Object.fromEntries(members), written, other };
}

/** `failUnder` is `fail-under`, as on the command line. */
const dashed = (name: string): string => name.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`);

function asWritten(issue: z.core.$ZodIssue, written: ReadonlyMap<PropertyKey, string>): z.core.$ZodIssue {
  const own = (name: PropertyKey): PropertyKey => written.get(name) ?? name;
  const [first, ...deeper] = issue.path;
  if (first !== undefined) return { ...issue, path: [own(first), ...deeper] };
  return issue.code === 'unrecognized_keys' ? { ...issue, keys: issue.keys.map((key) => String(own(key))) } : issue;
}
