import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startLab } from '@palisade/lab/lab';
import { expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';

/** Each of a dozen commands would compile the command line again. */
const { NODE_COMPILE_CACHE = '' } = process.env;
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

it("the action's script, as a runner starts it: gates, annotation, outputs, summary, files", async () => {
  const lab = await startLab({ sites: [{ host: 'bare.test' }, { host: 'other.test' }] });
  const folder = await mkdtemp(path.join(tmpdir(), 'palisade-action-'));
  onTestFinished(async () => {
    await lab.close();
    await rm(folder, { recursive: true });
  });
  const bin = path.join(folder, 'bin');
  expect(spawnSync(process.execPath, ['scripts/build-cli.ts', bin], { cwd: ROOT }).status).toBe(0);
  const [output, summary] = [path.join(folder, 'output'), path.join(folder, 'summary')];
  await writeFile(summary, '');

  // Every input of the action reaches the script in its own environment variable.
  const action = parse(await readFile(path.join(ROOT, 'action.yml'), 'utf8')) as {
    inputs: Record<string, { default?: string }>;
    runs: { steps: { env: Record<string, string> }[] };
  };
  const inputs: Record<string, string> = { urls: `${lab.url('bare.test')}\n${lab.url('other.test')}`, 'fail-under': ' B\n', sarif: 'palisade.sarif\n', 'fail-on': 'critical headers/x-frame-options' }; // prettier-ignore
  const env = Object.fromEntries(
    Object.entries(action.runs.steps[0]?.env ?? {}).map(([name, expression]) => {
      const input = /inputs\.([a-z-]+)/u.exec(expression)?.[1] ?? '';
      return [name, inputs[input] ?? action.inputs[input]?.default ?? ROOT];
    }),
  );
  const act = async (more: Record<string, string> = {}) => {
    await writeFile(output, '');
    const child = spawn(path.join(ROOT, 'recipes/github-action.sh'), {
      cwd: folder,
      env: { PATH: `${path.dirname(process.execPath)}:/usr/bin:/bin`, ...lab.env, ...env, NODE_COMPILE_CACHE, PALISADE_BIN: path.join(bin, 'palisade.mjs'), GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: summary, ...more }, // prettier-ignore
    });
    let printed = '';
    child.stdout.on('data', (text) => (printed += String(text)));
    const [status] = (await once(child, 'close')) as [number];
    return { printed, status };
  };
  const { printed, status } = await act();
  expect(status).toBe(1);
  expect(printed).toMatch(
    /^::error title=Palisade::Gate failed: --fail-under B: 2 times: bare\.test has F .*; --fail-on critical: .*; --fail-on headers\/x-frame-options: /mu,
  );
  expect(await readFile(output, 'utf8')).toBe('status=1\ngrade=F\n');
  expect(await readFile(summary, 'utf8')).toMatch(/^## Palisade\n[^]*bare\.test/u);
  expect(JSON.parse(await readFile(path.join(folder, 'palisade.sarif'), 'utf8'))).toHaveProperty('version', '2.1.0');
  expect(JSON.parse(await readFile(path.join(folder, 'palisade.json'), 'utf8'))).toHaveLength(2);

  // A usage error names its reason, and no grade of the run before.
  const wrong = await act({ PALISADE_FAIL_UNDER: 'Z' });
  expect(wrong).toMatchObject({ status: 2, printed: expect.stringMatching(/could not scan::.*--fail-under/u) });
  expect(await readFile(output, 'utf8')).toBe('status=2\ngrade=\n');
  await writeFile(path.join(folder, 'wrong.json'), '{"fail-on": 5, "unknown": 1}');
  expect((await act({ PALISADE_CONFIG: 'wrong.json' })).printed).toMatch(/wrong\.json .*%0A.*fail-on.*%0A.*unknown/u);

  // The other recipes unchanged, with the lab's sites instead of theirs and an npx that has the package.
  await writeFile(path.join(bin, 'npx'), `#!/bin/sh\nshift 2\nexec node "${path.join(bin, 'palisade.mjs')}" "$@"\n`, { mode: 0o755 }); // prettier-ignore
  const shell = async (script: string, cwd: string) => {
    await mkdir(path.join(cwd, 'results/palisade'), { recursive: true });
    const paths = {
      PATH: `${bin}:${path.dirname(process.execPath)}:/usr/bin:/bin`,
      PALISADE_URLS: inputs['urls'],
      NODE_COMPILE_CACHE,
    };
    const [ended] = (await once(spawn('bash', ['-c', script], { cwd, env: { ...paths, ...lab.env } }), 'close')) as [
      number,
    ];
    return ended;
  };
  const junit = { 'gitlab.yml': 'palisade.xml', 'circleci.yml': 'results/palisade/junit.xml', Jenkinsfile: 'palisade.xml' }; // prettier-ignore
  for (const [recipe, file] of Object.entries(junit)) {
    const commands = (await readFile(path.join(ROOT, 'recipes', recipe), 'utf8')).match(/npx --yes palisade [^'\n]*/gu);
    const own = path.join(folder, recipe);
    const site = lab.url('bare.test');
    expect(await shell((commands?.join('\n') ?? '').replaceAll('https://www.example.com', site), own), recipe).toBe(1);
    expect(await readFile(path.join(own, file), 'utf8'), recipe).toMatch(/<\/testsuites>\n$/u);
  }
  const compared = `${ROOT}/recipes/pre-deploy.sh ${lab.url('bare.test')} ${lab.url('bare.test')}`;
  expect(await shell(compared, path.join(folder, 'deploy'))).toBe(0);
});

it('an input is never a command', async () => {
  const text = await readFile(path.join(ROOT, 'action.yml'), 'utf8');
  const { runs } = parse(text) as { runs: { steps: { run: string }[] } };
  for (const { run } of runs.steps) expect(run).not.toContain('${{');
});
