import type { Encoded } from '@palisade/report/encoded';
import { LOADERS, type Format, type FormatContext } from './formats/format.ts';
import { savedFile } from './saved-file.ts';
import type { ScanSettings } from './scanning/settings.ts';
import type { SiteResult } from './scanning/site-report.ts';
import { printEncoded } from './terminal/write.ts';

/** Everything a run writes: each format to its file or to standard output, in pieces. */
export interface Outputs {
  add(result: SiteResult): Promise<void>;
  end(): Promise<void>;
  /** Leaves earlier files as they were. */
  discard(): Promise<void>;
}

interface Output {
  format: Format;
  write(text: Encoded<string>): Promise<void>;
  close(): Promise<void>;
  discard(): Promise<void>;
}

/** Opens all files before it writes to one. */
export async function openOutputs(outputs: ScanSettings['outputs'], context: FormatContext): Promise<Outputs> {
  const opened: Output[] = [];
  const discard = async () => {
    for (const one of opened) await one.discard();
  };
  try {
    for (const { format, file } of outputs) {
      const made = (await LOADERS[format]())(context);
      opened.push({ format: made, ...(file === null ? PRINTED : await savedFile(file, '--output')) });
    }
    for (const { format, write } of opened) await write(format.begin());
  } catch (error) {
    await discard();
    throw error;
  }
  return {
    async add(result) {
      for (const { format, write } of opened) await write(format.site(result));
    },
    async end() {
      for (const { format, write } of opened) await write(format.end());
      for (const { close } of opened) await close();
    },
    discard,
  };
}

const nothing = async (): Promise<void> => undefined;
const PRINTED = {
  write: async (text: Encoded<string>) => (text === '' ? undefined : printEncoded(text)),
  close: nothing,
  discard: nothing,
};
