import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { canonicalJson } from '@palisade/signing/canonical-json';
import { z } from 'zod';
import { CATALOG } from '../src/catalog.ts';
import { ENGINE_VERSION } from '../src/engine-version.ts';

const TEST = new URL('./', import.meta.url);
const OUTCOMES = new URL('outcomes.golden.json', TEST);
const LOCK = new URL('engine-versions.json', TEST);

/** One digest of the verdicts of each released engine. The last one is the current engine. */
const Lock = z.array(z.object({ engine: z.string(), verdicts: z.string() })).min(1);

/** Texts and weights of all outcomes, by check and code. */
export function outcomes(): Record<string, Record<string, unknown>> {
  return Object.fromEntries(
    CATALOG.map(({ id, outcomes: list }) => [
      id,
      Object.fromEntries(
        list.map(({ code, title, status, severity, deduction, cap, weakness, nothing }) => [
          code,
          {
            title,
            status,
            severity,
            deduction,
            ...(cap === null ? {} : { cap }),
            weakness,
            ...(nothing ? { nothing } : {}),
          },
        ]),
      ),
    ]),
  );
}

export function reviewedOutcomes(): unknown {
  return JSON.parse(readFileSync(OUTCOMES, 'utf8'));
}

/** Digest of everything reviewed: the outcomes, and the verdicts on the recorded sites. */
export function verdictDigest(): string {
  const recorded = new URL('recorded/', TEST);
  const sites = readdirSync(recorded)
    .filter((name) => name.endsWith('.golden.json'))
    .toSorted()
    .map((name) => {
      const { evidence: _evidence, ...verdicts } = JSON.parse(readFileSync(new URL(name, recorded), 'utf8')) as {
        evidence: unknown;
      };
      return [name, verdicts];
    });
  return createHash('sha256')
    .update(canonicalJson([reviewedOutcomes(), sites]))
    .digest('hex');
}

export function engineVersions(): z.infer<typeof Lock> {
  return Lock.parse(JSON.parse(readFileSync(LOCK, 'utf8')));
}

/**
 * Writes the reviewed outcomes and the engine version that produces them.
 * @param released versions that are already released: their entries never change
 * @throws Error if verdicts changed without a new version
 */
export function writeVerdicts(released: readonly string[]): void {
  writeFileSync(OUTCOMES, `${JSON.stringify(outcomes(), null, 1)}\n`);
  const verdicts = verdictDigest();
  const before = engineVersions().filter(({ engine }) => engine !== ENGINE_VERSION);
  const same = engineVersions().find(({ engine }) => engine === ENGINE_VERSION);
  if (same && same.verdicts !== verdicts && released.includes(ENGINE_VERSION))
    throw new Error(`verdicts changed: raise the version in packages/scanner/package.json above ${ENGINE_VERSION}`);
  writeFileSync(LOCK, `${JSON.stringify([...before, { engine: ENGINE_VERSION, verdicts }], null, 2)}\n`);
}
