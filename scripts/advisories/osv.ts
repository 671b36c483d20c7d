import semver from 'semver';

/** The parts of an OSV record that are used here (OSV schema 1.7, https://ossf.github.io/osv-schema/). */
export interface OsvRecord {
  id: string;
  aliases?: readonly string[];
  summary?: string;
  modified?: string;
  /** Withdrawn by its author: ignored. */
  withdrawn?: string;
  affected?: readonly {
    package?: { ecosystem?: string; name?: string };
    ranges?: readonly { type: string; events: readonly OsvEvent[] }[];
    versions?: readonly string[];
    database_specific?: { severity?: string };
  }[];
  database_specific?: { severity?: string };
}
interface OsvEvent {
  introduced?: string;
  fixed?: string;
  last_affected?: string;
}

export interface Installed {
  name: string;
  version: string;
  /** Folder in the lock file: one package may be there several times. */
  where: string;
  development: boolean;
}

export interface Hit {
  installed: Installed;
  id: string;
  aliases: readonly string[];
  severity: string;
  /** The lowest release above the installed one that is not affected; null if the record names none. */
  fixed: string | null;
}

/** @param lock a package-lock.json of version 2 or 3 */
export function installedIn(lock: unknown): Installed[] {
  const packages = (lock as { packages?: unknown } | null)?.packages;
  if (typeof packages !== 'object' || packages === null)
    throw new Error('it is not a package-lock.json of version 2 or 3');
  const installed: Installed[] = [];
  for (const [where, entry] of Object.entries(packages as Record<string, Record<string, unknown>>)) {
    if (!where.includes('node_modules/') || entry['link'] === true || typeof entry['version'] !== 'string') continue;
    // An alias (`"npm:other@1"`) is installed under a name that advisories do not know.
    const name = typeof entry['name'] === 'string' ? entry['name'] : (where.split('node_modules/').at(-1) ?? '');
    installed.push({ name, version: entry['version'], where, development: entry['dev'] === true });
  }
  return installed;
}

/** Every installed package that a record affects, one hit per package, version and advisory. */
export function hits(installed: readonly Installed[], records: readonly OsvRecord[]): Hit[] {
  const byName = Map.groupBy(installed, ({ name }) => name);
  const found = new Map<string, Hit>();
  for (const record of records) {
    if (record.withdrawn !== undefined) continue;
    for (const affected of record.affected ?? []) {
      if (affected.package?.ecosystem !== 'npm') continue;
      for (const one of byName.get(affected.package.name ?? '') ?? []) {
        const ranges = (affected.ranges ?? []).filter(({ type }) => type === 'SEMVER');
        const within = ranges.filter(({ events }) => affects(one.version, events));
        if (within.length === 0 && affected.versions?.includes(one.version) !== true) continue;
        const { id, aliases = [] } = record;
        const severity = affected.database_specific?.severity ?? record.database_specific?.severity ?? 'unknown';
        const fixed = nextFix(
          one.version,
          (within.length > 0 ? within : ranges).flatMap(({ events }) => events),
        );
        found.set(`${one.name} ${one.version} ${id}`, { installed: one, id, aliases, severity, fixed });
      }
    }
  }
  return [...found.values()];
}

/** The evaluation algorithm of the OSV schema: events in order, the last one at or below the version decides. */
function affects(version: string, events: readonly OsvEvent[]): boolean {
  let inside = false;
  const at = (event: OsvEvent) => event.introduced ?? event.fixed ?? event.last_affected ?? '0';
  for (const event of events.toSorted((a, b) => compare(at(a), at(b)))) {
    if (event.introduced !== undefined && compare(version, event.introduced) >= 0) inside = true;
    else if (event.fixed !== undefined && compare(version, event.fixed) >= 0) inside = false;
    else if (event.last_affected !== undefined && compare(version, event.last_affected) > 0) inside = false;
  }
  return inside;
}

function nextFix(version: string, events: readonly OsvEvent[]): string | null {
  const fixes = events.flatMap(({ fixed }) => (fixed !== undefined && compare(fixed, version) > 0 ? [fixed] : []));
  return fixes.toSorted(compare)[0] ?? null;
}

/** `0` sorts before every version, pre-releases included. So does an invalid version. */
function compare(a: string, b: string): number {
  const [left, right] = [semver.parse(a === '0' ? null : a, true), semver.parse(b === '0' ? null : b, true)];
  if (left && right) return semver.compareBuild(left, right);
  return Number(left !== null) - Number(right !== null);
}
