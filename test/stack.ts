/** The whole service as an operator starts it, for black-box tests: real processes, real sockets, its own data folder. */
import { spawn, type ChildProcess } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepareData } from './prepared-data.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

export interface StackOptions {
  /** Added to the environment; a lab's `env` makes its sites reachable. */
  env?: Readonly<Record<string, string>>;
  /** Use this folder and keep it at the end. */
  dataDir?: string;
  /** Instead of this process's own. */
  umask?: string;
}

export interface Stack extends AsyncDisposable {
  baseUrl: string;
  dataDir: string;
  /** Everything written to standard output and error so far. */
  output(): string;
  /** Runs an operator's command on this stack. */
  cli(...args: string[]): Promise<CommandResult>;
  post(path: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<Response>;
  child: ChildProcess;
  /** SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>;
}

interface CommandResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

export async function startStack(options: StackOptions = {}): Promise<Stack> {
  const dataDir = options.dataDir ?? (await mkdtemp(path.join(tmpdir(), 'palisade-stack-')));
  if (options.dataDir === undefined) {
    await chmod(dataDir, 0o755);
    await prepareData(dataDir);
  }
  const env = {
    ...cleanEnvironment(),
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'info',
    // As under a package manager: it exits when this process is killed.
    npm_lifecycle_event: 'test',
    // Only the tests about the browser worker run one: it would load every page of a paid scan.
    SCAN_BROWSER: 'off',
    ...options.env,
  };
  const command = [process.execPath, path.join(ROOT, 'apps/launcher/src/main.mjs')] as const;
  const [program, ...args] =
    options.umask === undefined
      ? command
      : (['/bin/sh', '-c', `umask ${options.umask}; exec "$0" "$@"`, ...command] as const);
  const child = spawn(program, args, {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const up = Promise.withResolvers<string>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
      const found = / is up at (\S+)/.exec(output);
      if (found?.[1]) up.resolve(found[1]);
    });
  }
  void exited.then((code) => up.reject(new Error(`the service exited with ${code}:\n${output}`)));
  const baseUrl = await up.promise;

  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    const code = await exited;
    if (options.dataDir === undefined)
      await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    return code;
  };
  return {
    baseUrl,
    dataDir,
    child,
    output: () => output,
    cli: (...args) => runCli(args, env),
    post: (route, body, headers = {}) =>
      fetch(new URL(route, baseUrl), {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    stop,
    async [Symbol.asyncDispose]() {
      await stop();
    },
  };
}

async function runCli(args: readonly string[], env: NodeJS.ProcessEnv = cleanEnvironment()): Promise<CommandResult> {
  const child = spawn(process.execPath, [path.join(ROOT, 'apps/cli/src/main.mjs'), ...args], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (stdout += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, stdout, stderr };
}

/** The machine's environment without what vitest and a developer's shell add, but with Node's compile cache. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, CI, LANG, NODE_COMPILE_CACHE } = process.env;
  return Object.fromEntries(
    Object.entries({ PATH, HOME, TMPDIR, CI, LANG, NODE_COMPILE_CACHE }).filter(([, value]) => value !== undefined),
  );
}
