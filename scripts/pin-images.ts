/**
 * `npm run -s pin-images [-- --check]`: writes the digest of each third-party image tag into the Dockerfiles and
 * docker-compose.yml: `redis:8.2-bookworm` becomes `redis:8.2-bookworm@sha256:…`; pinned images are looked up again.
 * `docker buildx imagetools inspect` looks them up: it needs Docker and a network, and pulls nothing.
 * `--check` writes nothing, and exits with 1 if an image has no digest or an outdated one. Exits with 2 if one cannot be looked up.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const FILES = [
  'Dockerfile',
  'deploy/unbound/Dockerfile',
  'deploy/browser/Dockerfile',
  'recipes/Dockerfile',
  'docker-compose.yml',
];
/** `FROM name:tag[@digest]` of a Dockerfile, `image: name:tag[@digest]` of Compose. */
const REFERENCE = /^(?<before>FROM\s+|\s*image:\s+)(?<tag>[\w./-]+:[\w.-]+)(?:@(?<digest>sha256:[0-9a-f]{64}))?/gm;
const LONGEST_MS = 60_000;

const { values } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    root: { type: 'string', default: fileURLToPath(new URL('..', import.meta.url)) },
  },
});
const digests = new Map<string, string>();
const outdated: string[] = [];
try {
  for (const file of FILES) {
    const where = path.join(values.root, file);
    const text = readFileSync(where, 'utf8');
    const pinned = text.replaceAll(REFERENCE, (all, before: string, tag: string, digest: string | undefined) => {
      const now = digestOf(tag);
      if (now === digest) return all;
      outdated.push(
        `${file}: ${tag} ${digest === undefined ? 'has no digest' : `is no longer ${digest}`}; expected ${now}`,
      );
      return `${before}${tag}@${now}`;
    });
    if (!values.check && pinned !== text) writeFileSync(where, pinned);
  }
} catch (error) {
  console.error(`the digest of an image could not be looked up: ${(error as Error).message}`);
  process.exit(2);
}
for (const line of outdated) console.log(line);
console.log(`${digests.size} images, ${outdated.length} references ${values.check ? 'to be pinned' : 'written'}`);
if (values.check && outdated.length > 0) process.exitCode = 1;

/** The digest of the multi-platform index, so that one line serves every platform. */
function digestOf(tag: string): string {
  const known = digests.get(tag);
  if (known !== undefined) return known;
  const said = execFileSync('docker', ['buildx', 'imagetools', 'inspect', '--format', '{{json .Manifest}}', tag], {
    encoding: 'utf8',
    timeout: LONGEST_MS,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { digest } = JSON.parse(said) as { digest?: unknown };
  if (typeof digest !== 'string' || !/^sha256:[0-9a-f]{64}$/.test(digest))
    throw new Error(`${tag}: no digest in ${said}`);
  digests.set(tag, digest);
  return digest;
}
