import { type Encoded, sealed } from './encoded.ts';

/**
 * The names of GitHub's workflow commands: `::set-output name=grade::A+`, where only spaces precede it in its line.
 */
const COMMANDS =
  'add-mask|add-matcher|add-path|debug|echo|endgroup|error|group|internal-set-repo-path|notice|remove-matcher|save-state|set-env|set-output|set-secret|stop-commands|warning';

/**
 * What a CI system does that finds it in the log of a job: `##vso[…]` (Azure Pipelines), `##[…]` (GitHub, Azure) and
 * `##teamcity[…]` anywhere in a line. The second sign, and the first of two colons, are shown as escapes. At the end of a
 * text too: a command there may continue in the next one.
 */
const ORDERS = `(?<=#)#(?=(?:vso|teamcity)?\\[|$)|:(?=:(?:${COMMANDS})(?:[ :]|$))`;

/**
 * Characters that a terminal, or the eye, takes for something else than a letter: C0 and C1 controls and DEL (ESC begins
 * OSC 0 and OSC 52, 0x9b is CSI in one byte), controls of writing direction (UAX #9), line and paragraph separators,
 * invisible and tag characters and controls of hieroglyphs, halves of surrogate pairs, and what XML 1.0 §2.2 excludes.
 * Zero-width joiners stay: Persian and Hindi need them. And what orders a CI system about.
 */
export const UNSAFE = new RegExp(
  // oxlint-disable-next-line no-control-regex, no-misleading-character-class -- what must not reach a terminal
  `${/[\u0000-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff]|[\u{13430}-\u{1343f}\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]|\p{Surrogate}/u.source}|${ORDERS}`,
  'giu',
);

/** A text of which nothing acts: each such character is shown as its escape. */
export function visible(text: string): string {
  return text.replace(UNSAFE, (character) => {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x100) return `\\x${code.toString(16).padStart(2, '0')}`;
    return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`;
  });
}

/** The same, line by line: a line end of the text stays one. */
export function visibleLines(text: string): Encoded<'lines'> {
  return sealed(text.split('\n').map(visible).join('\n'));
}

/** JSON that means the same and of which nothing acts either: what JSON leaves as it is becomes `\u` escapes (RFC 8259 §7). */
export function visibleJson(value: unknown, indent?: number): Encoded<'json'> {
  return visibleJsonText(JSON.stringify(value, null, indent));
}

/** Of what is JSON already. */
export function visibleJsonText(text: string): Encoded<'json'> {
  return sealed(
    text.replace(UNSAFE, (character) =>
      // Line ends of the indentation, or of a log: within strings they are escaped already.
      character === '\n'
        ? character
        : [...character]
            .flatMap((one) => one.split(''))
            .map(unicodeEscape)
            .join(''),
    ),
  );
}

/** With the line end that files and terminals want behind it. */
export function jsonLine(value: unknown, indent?: number): Encoded<'json'> {
  return sealed(`${visibleJson(value, indent)}\n`);
}

function unicodeEscape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
