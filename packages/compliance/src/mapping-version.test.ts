import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { CONDITIONS } from './condition.ts';
import { ALL_FRAMEWORKS, MAPPING_VERSION } from './frameworks.ts';
import { SUBJECTS } from './subjects.ts';
import { WEAKNESSES } from './weaknesses.ts';

/** One digest of the tables of each version of the mapping. Reports print the version. The last one is the current one. */
const VERSIONS = JSON.parse(
  readFileSync(new URL('../test/mapping-versions.json', import.meta.url), 'utf8'),
) as readonly { mapping: string; tables: string }[];

it('has another version whenever a table is changed, so that two reports can be told apart', () => {
  const tables = createHash('sha256')
    .update(JSON.stringify([ALL_FRAMEWORKS, SUBJECTS, WEAKNESSES, CONDITIONS]))
    .digest('hex');
  expect({ mapping: MAPPING_VERSION, tables }, 'raise MAPPING_VERSION, and append it to mapping-versions.json').toEqual(
    VERSIONS.at(-1),
  );
  expect(new Set(VERSIONS.map(({ mapping }) => mapping)).size).toBe(VERSIONS.length);
});
