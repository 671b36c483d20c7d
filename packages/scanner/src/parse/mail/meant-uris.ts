/**
 * The addresses in a `rua` or `ruf` as their owner meant them, whatever their form: `me@example.com` gets its `mailto:`,
 * `mailto://` loses its slashes, and the size limit of old records (`!10m`) is left out.
 */
export function meantUris(value: string): string[] {
  return value
    .replaceAll(/mailto:(?:\s+|\/\/)/giu, 'mailto:')
    .split(/[,\s]+/u)
    .map((uri) => (/^[^\s@:/]+@[^\s@:/]+$/u.test(uri) ? `mailto:${uri}` : uri).replace(/!\d+[kmgt]?$/iu, ''));
}
