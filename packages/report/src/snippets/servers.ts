import {
  apacheString,
  bareWord,
  caddyString,
  type FieldValue,
  nginxString,
  type Snippet,
  snippet,
  snippetLines,
  xmlText,
} from './quoting.ts';

/** `$` starts a variable and cannot be escaped; a geo variable is the usual way to write one: geo reads plain text. */
export function nginx(name: Snippet, value: FieldValue, remarks: readonly Snippet[]): Snippet {
  const dollar = value.includes('$')
    ? [snippet`# once, in the http block:`, snippet`geo $dollar { default "$"; }`]
    : [];
  return snippetLines(
    remarks.map((remark) => snippet`# ${remark}`),
    dollar,
    snippet`# In the server block, instead of its other add_header lines for this header. Add these lines`,
    snippet`# again in every location with its own add_header, proxy_hide_header or fastcgi_hide_header, which disables these there.`,
    snippet`# With the headers-more module, one more_set_headers "Name: value" line sets it everywhere.`,
    snippet`proxy_hide_header ${name};`,
    snippet`fastcgi_hide_header ${name};`,
    snippet`uwsgi_hide_header ${name};`,
    snippet`add_header ${name} ${nginxString(value)} always;`,
  );
}

/**
 * Answers of applications lie in one table (onsuccess), errors in the other (always); both are sent. Sections are merged
 * into the server's lines behind them, so that a line there has the last word.
 */
export function apache(name: Snippet, value: FieldValue, remarks: readonly Snippet[]): Snippet {
  return snippetLines(
    remarks.map((remark) => snippet`# ${remark}`),
    snippet`# Remove other Header lines for this header: those in <Location>, <Directory> and .htaccess override these.`,
    snippet`Header onsuccess unset ${name}`,
    snippet`Header always set ${name} ${apacheString(value)}`,
  );
}

/** `defer` sets the field when the answer is written, after the application. An error of Caddy's own drops what waits. */
export function caddy(name: Snippet, value: FieldValue, remarks: readonly Snippet[]): Snippet {
  return snippetLines(
    remarks.map((remark) => snippet`# ${remark}`),
    snippet`# Twice: the first for error responses of Caddy itself, the deferred one after the application.`,
    snippet`header ${name} ${caddyString(value)}`,
    snippet`header {`,
    snippet`\t${name} ${caddyString(value)}`,
    snippet`\tdefer`,
    snippet`}`,
  );
}

/**
 * IIS: customHeaders would be added to the application's field, so an outbound rule of the URL Rewrite module
 * writes it. Braces are references there and have no escape.
 */
export function iis(name: Snippet, value: FieldValue, remarks: readonly Snippet[]): Snippet | null {
  if (/[{}]/.test(value)) return null;
  const variable = bareWord(`RESPONSE_${name.replaceAll('-', '_')}`);
  return snippetLines(
    snippet`<!-- web.config, with the URL Rewrite module: inside <configuration><system.webServer><rewrite><outboundRules> -->`,
    remarks.map((remark) => snippet`<!-- ${remark} -->`),
    snippet`<rule name="Set ${name}">`,
    snippet`  <match serverVariable="${variable}" pattern=".*" />`,
    snippet`  <action type="Rewrite" value="${xmlText(value)}" />`,
    snippet`</rule>`,
  );
}
