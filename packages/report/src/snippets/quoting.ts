import { type Encoded, joinedWith, sealed, templateOf } from '../encoded.ts';

/** Text of a configuration. A value gets into one through the quoting of its language alone. */
export type Snippet = Encoded<'snippet'>;
export const snippet = templateOf<'snippet'>();

export function snippetLines(...lines: readonly (Snippet | readonly Snippet[])[]): Snippet {
  return joinedWith(lines.flat(), '\n');
}

/**
 * The value of a field as it can be sent: in quotes still, so that it is no `Snippet`. A line end in it would end the
 * line of a configuration, whatever quotes surround it.
 */
export type FieldValue = Encoded<'field-value'>;

/** RFC 9110 §5.5: a recipient puts a space for each CR, LF and NUL; in addresses, what is not ASCII is percent-encoded. */
export function fieldValue(text: string): FieldValue {
  return sealed(
    text
      .replaceAll(/\p{Cc}/gu, ' ')
      .replaceAll(/\p{Surrogate}/gu, '\uFFFD')
      .replaceAll(/[^ -~]+/gu, encodeURIComponent),
  );
}

/** A field as it is sent. */
export function fieldLine(name: Snippet, value: FieldValue): FieldValue {
  return sealed(`${name}: ${value}`);
}

/** A word that means nothing to any language: the name of a field, of a placeholder. */
export function bareWord(text: string): Snippet {
  return sealed(text.replaceAll(/[^\w-]/gu, ''));
}

/** A string of JSON, of TOML and, in double quotes, of JavaScript. */
export function jsonString(value: FieldValue | Snippet): Snippet {
  return sealed(JSON.stringify(value));
}

export function json(value: unknown): Snippet {
  return sealed(JSON.stringify(value, null, 2));
}

/** Text inside a double-quoted attribute of XML. */
export function xmlText(value: FieldValue): Snippet {
  return sealed(
    value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
  );
}

/** A string of JavaScript, in single quotes where it needs no escape. */
export function javascriptString(value: FieldValue | Snippet): Snippet {
  return /['\\]/.test(value) ? jsonString(value) : sealed(`'${value}'`);
}

/** In single quotes PHP knows two escapes. */
export function phpString(value: FieldValue): Snippet {
  return sealed(`'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`);
}

/** nginx knows `\"` and `\\` in double quotes. A `$` cannot be escaped: a variable holds one. */
export function nginxString(value: FieldValue): Snippet {
  const quoted = `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
  return sealed(quoted.replaceAll('$', '${dollar}'));
}

/** Apache: `\"` and `\\` are escapes in double quotes; mod_headers reads `%` as the start of a format, `%%` as itself. */
export function apacheString(value: FieldValue): Snippet {
  return sealed(`"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('%', '%%')}"`);
}

/**
 * Caddy: in double quotes `\"` is the only escape, a backslash elsewhere is itself; backticks quote without any escape.
 * Braces enclose placeholders in both, unless written `\{` and `\}`.
 */
export function caddyString(value: FieldValue): Snippet {
  const text = value.replaceAll('{', '\\{').replaceAll('}', '\\}');
  if (/["\\]/.test(value) && !value.includes('`')) return sealed(`\`${text}\``);
  return sealed(`"${text.replaceAll('"', '\\"')}"`);
}
