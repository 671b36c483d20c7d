import table from './root-programs.json' with { type: 'json' };

/** true: trusted. false: not trusted. A date: trusted for certificates issued until then. */
type RootTrust = boolean | string;

interface RootRow {
  name: string;
  chrome: RootTrust;
  mozilla: RootTrust;
}

/** Date of the lists. */
export const ROOT_PROGRAMS_DATE: string = table.compiled;

/** By SHA-256 fingerprint, lower-case hexadecimal. */
export const ROOT_PROGRAMS: ReadonlyMap<string, RootRow> = new Map(
  table.roots.map(([sha256, name, chrome, mozilla]) => [
    String(sha256),
    { name: String(name), chrome: trustOf(chrome), mozilla: trustOf(mozilla) },
  ]),
);

/** Fingerprints, with the date until which Apple accepts certificates issued below them. */
export const APPLE_DISTRUSTS: ReadonlyMap<string, string> = new Map(
  table.apple_distrusts.flatMap(({ until, roots }) => roots.map((sha256) => [sha256, until] as const)),
);

/** Trusted by both Chrome and Mozilla without an end date. */
export function isTrustedEverywhere(sha256: string): boolean {
  const row = ROOT_PROGRAMS.get(sha256);
  return row?.chrome === true && row.mozilla === true;
}

function trustOf(cell: RootTrust | undefined): RootTrust {
  return cell ?? false;
}
