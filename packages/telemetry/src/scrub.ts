/** Removes anything that looks like a credential or an address, wherever a library put it into a message. */
const SENSITIVE: ReadonlyArray<readonly [pattern: RegExp, shown: string]> = [
  [/\b(pal|sk|rk|whsec|re|rzp)_[A-Za-z0-9_]{8,}/g, '[secret]'],
  [/(\/\/[^\s/:@]{1,64}):[^\s/@]{1,256}@/g, '$1:[secret]@'],
  [/\b[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}\b/g, '[email]'],
  [/\?[^\s"'<>]{1,2048}/g, '?[query]'],
];

export function scrub(text: string): string {
  return SENSITIVE.reduce((scrubbed, [pattern, shown]) => scrubbed.replaceAll(pattern, shown), text.slice(0, 4096));
}
