import { xmlText } from './quoting.ts';

/**
 * nginx: in double quotes `\"` and `\\` are escapes. `$` starts a variable and cannot be escaped;
 * a geo variable is the usual way to write one, since geo reads its values as plain text.
 */
export function nginx(name: string, value: string, remarks: readonly string[]): string {
  const dollar = value.includes('$') ? ['# once, in the http block:', 'geo $dollar { default "$"; }'] : [];
  return [
    ...remarks.map((remark) => `# ${remark}`),
    ...dollar,
    '# In the server block; again in every location that has an add_header of its own, which switches these off there.',
    '# With the headers-more module, more_set_headers "Name: value" replaces it everywhere in one line.',
    `proxy_hide_header ${name};`,
    `fastcgi_hide_header ${name};`,
    `add_header ${name} ${nginxString(value)} always;`,
  ].join('\n');
}

export function nginxString(value: string): string {
  const quoted = `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
  return quoted.replaceAll('$', '${dollar}');
}

/**
 * Apache: `\"` and `\\` are escapes in double quotes; mod_headers reads `%` as the start of a format, `%%`
 * as itself. Answers of applications lie in one table (onsuccess), errors in the other (always); both are sent.
 */
export function apache(name: string, value: string, remarks: readonly string[]): string {
  const text = `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('%', '%%')}"`;
  return [
    ...remarks.map((remark) => `# ${remark}`),
    `Header onsuccess unset ${name}`,
    `Header always set ${name} ${text}`,
  ].join('\n');
}

/**
 * Caddy: in double quotes `\"` is the only escape, a backslash elsewhere is itself; backticks quote without
 * any escape. Braces enclose placeholders in both, unless written `\{` and `\}`. `defer` sets the field when
 * the answer is written, after the application.
 */
export function caddy(name: string, value: string, remarks: readonly string[]): string {
  return [
    ...remarks.map((remark) => `# ${remark}`),
    'header {',
    `\t${name} ${caddyString(value)}`,
    '\tdefer',
    '}',
  ].join('\n');
}

function caddyString(value: string): string {
  const text = value.replaceAll('{', '\\{').replaceAll('}', '\\}');
  if (/["\\]/.test(value) && !value.includes('`')) return `\`${text}\``;
  return `"${text.replaceAll('"', '\\"')}"`;
}

/**
 * IIS: customHeaders would stand beside the application's field, so an outbound rule of the URL Rewrite module
 * writes it. Braces are references there and have no escape.
 */
export function iis(name: string, value: string, remarks: readonly string[]): string | null {
  if (/[{}]/.test(value)) return null;
  const variable = `RESPONSE_${name.replaceAll('-', '_')}`;
  return [
    '<!-- web.config, with the URL Rewrite module: inside <configuration><system.webServer><rewrite><outboundRules> -->',
    ...remarks.map((remark) => `<!-- ${remark} -->`),
    `<rule name="Set ${name}">`,
    `  <match serverVariable="${variable}" pattern=".*" />`,
    `  <action type="Rewrite" value="${xmlText(value)}" />`,
    '</rule>',
  ].join('\n');
}
