const SPACE = /[\t\n\f\r ]/u;

/** URLs of an image candidate list (HTML §4.8.4.2.5), in one pass. Descriptors are skipped without validation. */
export function srcsetUrls(input: string): string[] {
  const urls: string[] = [];
  let at = 0;
  while (at < input.length) {
    while (at < input.length && (SPACE.test(input.charAt(at)) || input[at] === ',')) at++;
    const start = at;
    while (at < input.length && !SPACE.test(input.charAt(at))) at++;
    let end = at;
    while (end > start && input[end - 1] === ',') end--;
    if (end > start) urls.push(input.slice(start, end));
    // A comma directly after the URL ends the candidate. Otherwise descriptors run to the next comma outside brackets.
    if (end === at) at = skipDescriptors(input, at);
  }
  return urls;
}

function skipDescriptors(input: string, from: number): number {
  let bracket = false;
  for (let at = from; at < input.length; at++) {
    const char = input[at];
    if (char === '(') bracket = true;
    else if (char === ')') bracket = false;
    else if (char === ',' && !bracket) return at + 1;
  }
  return input.length;
}
