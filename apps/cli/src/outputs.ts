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
}

export async function openOutputs(outputs: ScanSettings['outputs'], context: FormatContext): Promise<Outputs> {
  const opened: { format: Format; write(text: Encoded<string>): Promise<void>; close(): Promise<void> }[] = [];
  for (const { format, file } of outputs) {
    const made = (await LOADERS[format]())(context);
    const saved = file === null ? null : await savedFile(file, '--output');
    opened.push({
      format: made,
      write: async (text) => {
        if (text === '') return;
        await (saved ? saved.write(text) : printEncoded(text));
      },
      close: async () => saved?.close(),
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
