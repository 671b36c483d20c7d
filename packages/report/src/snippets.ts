import type { FixSnippets } from './report.ts';

/** One header in the configuration language of five servers, each with the quoting its parser needs. */
export function fixSnippets(name: string, value: string): FixSnippets {
  return {
    nginx: nginx(name, value),
    apache: `Header always set ${name} ${apacheString(value)}`,
    caddy: `header ${name} ${caddyString(value)}`,
    express: `res.setHeader(${javascriptString(name)}, ${javascriptString(value)});`,
    cloudflare: cloudflareRule(name, value),
  };
}

/**
 * nginx: in double quotes `\"` and `\\` are escapes. `$` starts a variable and cannot be escaped;
 * a geo variable is the usual way to write one, since geo reads its values as plain text.
 */
function nginx(name: string, value: string): string {
  const quoted = `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
  if (!value.includes('$')) return `add_header ${name} ${quoted} always;`;
  return [
    '# once, in the http block:',
    'geo $dollar { default "$"; }',
    `add_header ${name} ${quoted.replaceAll('$', '${dollar}')} always;`,
  ].join('\n');
}

/** Apache: `\"` and `\\` are escapes in double quotes; mod_headers reads `%` as the start of a format, `%%` as itself. */
function apacheString(value: string): string {
  return `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('%', '%%')}"`;
}

/**
 * Caddy: in double quotes `\"` is the only escape, a backslash elsewhere is itself; backticks
 * quote without any escape. Braces enclose placeholders in both, unless written `\{` and `\}`.
 */
function caddyString(value: string): string {
  const text = value.replaceAll('{', '\\{').replaceAll('}', '\\}');
  if (/["\\]/.test(value) && !value.includes('`')) return `\`${text}\``;
  return `"${text.replaceAll('"', '\\"')}"`;
}

function javascriptString(value: string): string {
  if (/['\\]/.test(value)) return JSON.stringify(value);
  return `'${value}'`;
}

/** A response-header transform rule, as the rulesets API and the dashboard's JSON take it. */
function cloudflareRule(name: string, value: string): string {
  const rule = {
    description: `Set ${name}`,
    expression: 'true',
    action: 'rewrite',
    action_parameters: { headers: { [name]: { operation: 'set', value } } },
  };
  return JSON.stringify(rule, null, 2);
}
