import type { FixSnippets } from '../report.ts';
import type { SnippetName } from '../snippet-order.ts';

/** The snippets of one header. */
export type Combinable = FixSnippets;

/**
 * Several headers in one piece of configuration: what would be pasted one below the other, with what encloses
 * it once.
 * @returns null where the format cannot hold all of them
 */
export function combinedSnippet(server: SnippetName, headers: readonly Combinable[]): string | null {
  const texts = headers.flatMap((header) => header[server] ?? []);
  const [only] = texts;
  if (only === undefined || texts.length < headers.length) return null;
  if (texts.length === 1) return only;
  switch (server) {
    case 'nginx':
    case 'apache':
    case 'iis':
      return below(texts);
    case 'cloudflare':
      return cloudflare(texts);
    case 'vercel':
      return vercel(texts);
    case 'helmet':
      return helmet(texts);
    case 'caddy':
      return caddy(texts);
    case 'express':
    case 'nextjs':
    case 'wordpress':
    case 'cloudfront':
    case 'netlify':
    case 'kubernetes':
      return enclosed(texts);
  }
}

const COMMENT = /^\s*(?:#|\/\/|<!--)/;

/** One below the other, each comment once and above. nginx has the variable for a dollar once, too. */
function below(texts: readonly string[]): string {
  const lines = texts.flatMap((text) => text.split('\n'));
  const once = new Set(lines.filter((line) => COMMENT.test(line) || line.startsWith('geo $dollar')));
  return [...once, ...lines.filter((line) => !once.has(line))].join('\n');
}

/** The lines that all begin and end with stand once, around what is of each header; remarks above the first line of code. */
function enclosed(texts: readonly string[]): string {
  const all = texts.map((text) => text.split('\n'));
  const inAll = (line: string) => all.every((lines) => lines.includes(line));
  const remarks = new Set(all.flat().filter((line) => COMMENT.test(line) && !inAll(line)));
  const code = all.map((lines) => lines.filter((line) => !remarks.has(line)));
  const [first = []] = code;
  const differs = (at: (lines: readonly string[], index: number) => string | undefined) =>
    first.findIndex((_line, index) => code.some((lines) => at(lines, index) !== at(first, index)));
  const head = differs((lines, index) => lines[index]);
  const tail = differs((lines, index) => lines.at(-1 - index));
  const before = first.slice(0, head);
  const begin = before.findIndex((line) => !COMMENT.test(line) && line !== '<?php');
  const split = begin < 0 ? before.length : begin;
  return [
    ...before.slice(0, split),
    ...remarks,
    ...before.slice(split),
    ...code.flatMap((lines) => lines.slice(head, lines.length - tail)),
    ...first.slice(first.length - tail),
  ].join('\n');
}

/** One deferred block behind the lines that take effect at once. */
function caddy(texts: readonly string[]): string {
  const lines = texts.flatMap((text) => text.split('\n'));
  const remarks = new Set(lines.filter((line) => COMMENT.test(line)));
  return [
    ...remarks,
    ...lines.filter((line) => /^header [^{]/.test(line)),
    'header {',
    ...lines.filter((line) => line.startsWith('\t') && line !== '\tdefer'),
    '\tdefer',
    '}',
  ].join('\n');
}

interface CloudflareRule {
  description: string;
  action_parameters: { headers: Record<string, unknown> };
}

function cloudflare(texts: readonly string[]): string {
  const rules = texts.map((text) => JSON.parse(text) as CloudflareRule);
  const headers = Object.assign({}, ...rules.map((rule) => rule.action_parameters.headers)) as Record<string, unknown>;
  const description = rules.map((rule) => rule.description).join(' ');
  return JSON.stringify(
    { ...rules[0], description: description.slice(0, 500), action_parameters: { headers } },
    null,
    2,
  );
}

interface VercelFile {
  headers: { source: string; headers: unknown[] }[];
}

function vercel(texts: readonly string[]): string {
  const files = texts.map((text) => JSON.parse(text) as VercelFile);
  const headers = files.flatMap((file) => file.headers.flatMap((one) => one.headers));
  return JSON.stringify({ headers: [{ source: files[0]?.headers[0]?.source ?? '/(.*)', headers }] }, null, 2);
}

const HELMET_CALL = /^app\.use\(helmet\(\{ (.*) \}\)\);$/;

/** One call: a second one would set its defaults over the first one's options. */
function helmet(texts: readonly string[]): string {
  const options = texts.flatMap((text) => text.split('\n').flatMap((line) => HELMET_CALL.exec(line)?.[1] ?? []));
  const others = new Set(texts.flatMap((text) => text.split('\n').filter((line) => !HELMET_CALL.test(line))));
  return [...others, 'app.use(helmet({', ...options.map((option) => `  ${option},`), '}));'].join('\n');
}
