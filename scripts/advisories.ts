/**
 * `npm run -s advisories [-- --data FILE|FOLDER] [--lock FILE] [--max-age DAYS] [--accept ID]… [--refresh]`: compares what
 * package-lock.json installs with advisories in the OSV format. It needs no network except with `--refresh`, which asks osv.dev about every
 * package of the lock file and writes the answer, with its date, to scripts/advisories/known.json.
 *
 * Exits with 0 if nothing is affected, 1 if something is, 2 if the question could not be answered: invalid arguments, unreadable
 * data, or data older than `--max-age`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readAdvisories, type AdvisoryData } from './advisories/data.ts';
import { hits, installedIn, type Installed } from './advisories/osv.ts';
import { fetchAdvisories } from './advisories/refresh.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const KNOWN = path.join(ROOT, 'scripts/advisories/known.json');
const DAY_MS = 86_400_000;
const STALE_DAYS = 30;

function unusable(why: string): never {
  console.error(why);
  process.exit(2);
}

function attempt<T>(what: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    return unusable(`${what}: ${(error as Error).message}`);
  }
}

const { values } = attempt('npm run advisories', () =>
  parseArgs({
    options: {
      data: { type: 'string', default: KNOWN },
      lock: { type: 'string', default: path.join(ROOT, 'package-lock.json') },
      'max-age': { type: 'string' },
      accept: { type: 'string', multiple: true, default: [] },
      refresh: { type: 'boolean', default: false },
    },
  }),
);
const maxAge = values['max-age'] === undefined ? Number.POSITIVE_INFINITY : Number(values['max-age']);
if (!(maxAge >= 0)) unusable('--max-age requires a number of days');
const installed: Installed[] = attempt(values.lock, () =>
  installedIn(JSON.parse(readFileSync(values.lock, 'utf8')) as unknown),
);
if (values.refresh) {
  const today = new Date().toISOString().slice(0, 10);
  try {
    const { covers, records } = await fetchAdvisories(installed);
    const kept = { as_of: today, sources: ['https://osv.dev'], covers, vulnerabilities: records };
    writeFileSync(values.data, `${JSON.stringify(kept, null, 1)}\n`);
  } catch (error) {
    unusable(`osv.dev could not be queried, and ${values.data} is unchanged: ${(error as Error).message}`);
  }
}
const data: AdvisoryData = attempt(values.data, () => readAdvisories(values.data));
const days = Math.max(0, Math.floor((Date.now() - Date.parse(data.asOf)) / DAY_MS));

const all = hits(installed, data.records);
const found = all.filter(({ id, aliases }) => ![id, ...aliases].some((name) => values.accept.includes(name)));
for (const { installed: one, id, aliases, severity, fixed } of found) {
  const names = [id, ...aliases].join(', ');
  const where = one.development ? `${one.where}, development only` : one.where;
  console.log(
    `${one.name} ${one.version}\t${names}\t${severity.toLowerCase()}\tfixed in ${fixed ?? 'no release'}\t${where}`,
  );
}
const names = new Set(installed.map(({ name }) => name));
const known = data.covers === null ? names.size : [...names].filter((name) => data.covers?.has(name)).length;
console.error(
  [
    `${found.length} of ${data.records.length} advisories affect installed packages`,
    all.length > found.length ? ` (${all.length - found.length} accepted)` : '',
    `; the data is of ${data.asOf}, ${days} days old, and covers ${known} of the ${names.size} installed packages`,
  ].join(''),
);
if (days > Math.min(maxAge, STALE_DAYS) || known < names.size)
  console.error('npm run -s advisories -- --refresh queries osv.dev for all of them; it needs a network');
process.exitCode = found.length > 0 ? 1 : days > maxAge ? 2 : 0;
