import { open, type FileHandle } from 'node:fs/promises';
import { LOADERS, type Format, type FormatContext } from './formats/format.ts';
import type { ScanSettings } from './scanning/settings.ts';
import type { SiteResult } from './scanning/site-report.ts';
import { printEncoded } from './terminal/write.ts';
import { fileFault } from './usage-error.ts';

/** All that a run writes: each format to its file or to standard output, piece by piece. */
export interface Outputs {
  add(result: SiteResult): Promise<void>;
  end(): Promise<void>;
}

export async function openOutputs(outputs: ScanSettings['outputs'], context: FormatContext): Promise<Outputs> {
  const opened: { format: Format; write(text: string): Promise<void>; close(): Promise<void> }[] = [];
  for (const { format, file } of outputs) {
    const made = (await LOADERS[format]())(context);
    const handle: FileHandle | null = file === null ? null : await opening(file);
    const faulty = (error: unknown): never => {
      throw fileFault(`--output ${file}`, 'written', error);
    };
    opened.push({
      format: made,
      write: async (text) => {
        if (text === '') return;
        if (handle) await handle.appendFile(text).catch(faulty);
        else await printEncoded(text);
      },
      close: async () => handle?.close().catch(faulty),
    });
  }
  for (const { format, write } of opened) await write(format.begin());
  return {
    async add(result) {
      for (const { format, write } of opened) await write(format.site(result));
    },
    async end() {
      for (const { format, write, close } of opened) {
        await write(format.end());
        await close();
      }
    },
  };
}

async function opening(file: string): Promise<FileHandle> {
  try {
    return await open(file, 'w');
  } catch (error) {
    throw fileFault(`--output ${file}`, 'written', error);
  }
}
