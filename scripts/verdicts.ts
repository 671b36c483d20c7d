// Records the current verdicts: judges the recorded sites again, and enters the outcomes and their digest
// under the current engine version. Refuses to change the entry of a version that has a release tag.
import { execFileSync } from 'node:child_process';
import { readRecorded, recordedSites, writeRecorded } from '../packages/scanner/test/recorded.ts';
import { writeVerdicts } from '../packages/scanner/test/verdict-lock.ts';

function releasedVersions(): string[] {
  const tags = execFileSync('git', ['tag', '--list', 'v*'], { encoding: 'utf8' });
  return tags.split('\n').flatMap((tag) => (tag.startsWith('v') ? [tag.slice(1)] : []));
}

for (const site of recordedSites()) writeRecorded(site, readRecorded(site).evidence);
writeVerdicts(releasedVersions());
