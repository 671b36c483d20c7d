import { constants } from 'node:fs';
import { access, open, realpath } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export interface FoundBrowser {
  /** The program itself, not a script around it. */
  executable: string;
  /** Added to its environment: the folder of libraries that came with it. */
  env: Readonly<Record<string, string>>;
  source: 'machine' | 'npm' | 'named';
}

/** Where `npm run browser:install` puts Chromium. */
export const INSTALLED = fileURLToPath(new URL('../npm/unpacked/', import.meta.url));

/** The headless shell first: it is made for this purpose and contacts no one by itself. */
const PROGRAMS = [
  'chromium-headless-shell',
  'chrome-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
];
/** The programs behind the scripts that distributions install in the path; those scripts add their own flags. */
const BEHIND_SCRIPTS = [
  '/usr/lib/chromium/chromium-headless-shell',
  '/usr/lib/chromium/chromium',
  '/usr/lib64/chromium-browser/chromium-browser',
  '/usr/lib64/chromium-browser/headless_shell',
  '/opt/google/chrome/chrome',
];
const ON_MACOS = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * Finds the browser that SCAN_BROWSER stands for on this machine.
 * @param setting `auto`: one installed on the machine, otherwise the one from npm; `off`; or the path of a program
 * @returns null: there is none, or none is wanted
 * @throws Error in one line when a named program cannot be run
 */
export async function findBrowser(setting: string, installed: string = INSTALLED): Promise<FoundBrowser | null> {
  if (setting === 'off') return null;
  if (setting !== 'auto') {
    const named = path.resolve(setting);
    if (!(await isProgram(named))) throw new Error(`SCAN_BROWSER ${named} is not a program that can be run`);
    return { executable: await realpath(named), env: libraries(named, installed), source: 'named' };
  }
  return (await onMachine()) ?? (await fromNpm(installed));
}

async function onMachine(): Promise<FoundBrowser | null> {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter).filter((folder) => path.isAbsolute(folder));
  const inPath = PROGRAMS.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  for (const candidate of [...BEHIND_SCRIPTS, ...inPath, ...(process.platform === 'darwin' ? ON_MACOS : [])]) {
    // A snap confines itself, and cannot use our profile folder or pipes.
    if (!(await isProgram(candidate)) || (await isSnap(candidate))) continue;
    return { executable: await realpath(candidate), env: {}, source: 'machine' };
  }
  return null;
}

async function fromNpm(folder: string): Promise<FoundBrowser | null> {
  const executable = path.join(folder, 'chromium');
  if (!(await isProgram(executable))) return null;
  return { executable, env: libraries(executable, folder), source: 'npm' };
}

/** The browser from npm comes with libraries that a bare machine lacks. */
function libraries(executable: string, installed: string): FoundBrowser['env'] {
  const own = path.dirname(executable) === path.resolve(installed);
  return own ? { LD_LIBRARY_PATH: path.join(path.resolve(installed), 'lib') } : {};
}

async function isProgram(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}

/** Ubuntu's `chromium-browser` is a script that starts the snap, or explains how to install it. */
async function isSnap(program: string): Promise<boolean> {
  const real = await realpath(program);
  if (real.startsWith('/snap/') || real.endsWith('/snap')) return true;
  const file = await open(real);
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(4_096) });
  await file.close();
  const text = buffer.toString('latin1', 0, bytesRead);
  return text.startsWith('#!') && text.includes('/snap/');
}
