import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';

const REPOSITORY = fileURLToPath(new URL('..', import.meta.url));
const FILES = [
  'Dockerfile',
  'deploy/unbound/Dockerfile',
  'deploy/browser/Dockerfile',
  'recipes/Dockerfile',
  'docker-compose.yml',
];

it('pins third-party images by digest, and reports when a tag has moved', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'palisade-images-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const file of FILES) cpSync(path.join(REPOSITORY, file), path.join(root, file), { recursive: true });
  const registry = (digit: string, status = 0) => {
    const docker = path.join(root, 'docker');
    const answer = JSON.stringify({
      mediaType: 'application/vnd.oci.image.index.v1+json',
      digest: `sha256:${digit.repeat(64)}`,
    });
    writeFileSync(docker, `#!/bin/sh\necho "$@" >> ${root}/asked\nprintf '%s' '${answer}'\nexit ${status}\n`);
    chmodSync(docker, 0o755);
  };
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [path.join(REPOSITORY, 'scripts/pin-images.ts'), '--root', root, ...args], {
      env: { PATH: root },
      encoding: 'utf8',
    });
  const text = (file: string) => readFileSync(path.join(root, file), 'utf8');

  registry('a');
  expect(run('--check')).toMatchObject({ status: 1, stdout: expect.stringContaining('redis:8.2-bookworm') as string });
  expect(FILES.map(text)).toEqual(FILES.map((file) => readFileSync(path.join(REPOSITORY, file), 'utf8')));
  expect(run()).toMatchObject({ status: 0 });
  for (const name of [/postgres:\S+/, /redis:\S+-bookworm\S+/]) {
    expect(name.exec(text('docker-compose.yml'))?.[0]).toMatch(/@sha256:a{64}$/);
  }
  expect(text('Dockerfile').match(/^FROM node:\S+@sha256:a{64}/gm)).toHaveLength(2);
  // Our own images are built, not pulled.
  expect(text('docker-compose.yml')).toMatch(/image: palisade$/m);
  expect(text('asked')).not.toMatch(/ palisade/);
  expect(run('--check')).toMatchObject({ status: 0 });

  registry('b');
  expect(run('--check')).toMatchObject({
    status: 1,
    stdout: expect.stringMatching(/is no longer sha256:a{64}/) as string,
  });
  expect(run()).toMatchObject({ status: 0 });
  expect(text('docker-compose.yml')).not.toContain('aaaa');

  registry('c', 1);
  const before = FILES.map(text);
  expect(run()).toMatchObject({ status: 2 });
  expect(FILES.map(text)).toEqual(before);
});
