import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Whether pdftotext and the other poppler programs are installed. In CI their absence is a failure, not a reason to skip. */
export function popplerMissing(): boolean {
  try {
    execFileSync('pdfinfo', ['-v'], { stdio: 'ignore' });
    return false;
  } catch {
    if (process.env['CI'] === 'true') throw new Error('CI has no poppler-utils: install that package');
    console.warn('skipped: PDF structure tests need poppler-utils (apt-get install poppler-utils)');
    return true;
  }
}

export interface Pdf {
  text: string;
  /** Text of each page. */
  pages: string[];
  info: string;
  fonts: string;
  outline: string;
  /** Page and height above its lower edge of each link target. */
  targets: ReadonlyMap<string, { page: number; top: number }>;
  /** Embedded files, by name. */
  attachments: ReadonlyMap<string, string>;
  /** How far text extends to the right and, above the footer, downwards: points from the left and the top. */
  extent: { right: number; bottom: number };
}

/** Each part is read at its first use: each is a program run, and most tests use one or two. */
export function readPdf(pdf: Buffer): Pdf {
  const said = (tool: string, options: readonly string[], after: readonly string[] = []) =>
    lazy(() =>
      inFolder(pdf, (_folder, file) =>
        execFileSync(tool, [...options, file, ...after], {
          encoding: 'utf8',
          maxBuffer: 64 << 20,
          stdio: ['ignore', 'pipe', 'ignore'],
        }),
      ),
    );
  const text = said('pdftotext', ['-layout'], ['-']);
  // The outline is that of the whole document, whichever pages are read.
  const firstPage = said('pdftohtml', ['-xml', '-i', '-l', '1', '-stdout']);
  const info = said('pdfinfo', []);
  const fonts = said('pdffonts', []);
  const destinations = said('pdfinfo', ['-dests']);
  const boxes = said('pdftotext', ['-bbox'], ['-']);
  const attachments = lazy(() => inFolder(pdf, attachmentsIn));
  return {
    get text() {
      return text();
    },
    get pages() {
      return text().split('\f').slice(0, -1);
    },
    get info() {
      return info();
    },
    get fonts() {
      return fonts();
    },
    get outline() {
      return firstPage().slice(firstPage().indexOf('<outline>'));
    },
    get targets() {
      return targetsOf(destinations());
    },
    get attachments() {
      return attachments();
    },
    get extent() {
      return extentOf(boxes());
    },
  };
}

function lazy<T>(read: () => T): () => T {
  let found: { value: T } | undefined;
  return () => (found ??= { value: read() }).value;
}

/** Runs with the document as a file in a temporary folder. */
function inFolder<T>(pdf: Buffer, read: (folder: string, file: string) => T): T {
  const folder = mkdtempSync(path.join(tmpdir(), 'palisade-pdf-'));
  const file = path.join(folder, 'report.pdf');
  try {
    writeFileSync(file, pdf);
    return read(folder, file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The text as a reader copies it; `-raw` in content order, `-layout` as it is placed. */
export function copiedText(pdf: Buffer, mode: readonly string[]): string {
  const tool = 'pdftotext';
  return execFileSync(tool, [...mode, '-', '-'], { input: pdf, encoding: 'utf8', maxBuffer: 64 << 20 });
}

function attachmentsIn(folder: string, file: string): Pdf['attachments'] {
  const inside = path.join(folder, 'attached');
  mkdirSync(inside);
  execFileSync('pdfdetach', ['-saveall', '-o', inside, file], { stdio: 'ignore' });
  return new Map(readdirSync(inside).map((name) => [name, readFileSync(path.join(inside, name), 'utf8')]));
}

export interface StructureElement {
  type: string;
  depth: number;
}

/** The structure tree, in reading order. */
export function structureOf(pdf: Buffer): StructureElement[] {
  const tree = inFolder(pdf, (_folder, file) =>
    execFileSync('pdfinfo', ['-struct', file], { encoding: 'utf8', maxBuffer: 64 << 20 }),
  );
  return tree.split('\n').flatMap((line) => {
    const found = /^( *)([A-Z][A-Za-z0-9]*)(?: \(\w+\))?:?$/.exec(line);
    return found ? [{ depth: (found[1] ?? '').length / 2, type: found[2] ?? '' }] : [];
  });
}

/** Where the footer of a page starts. */
const FOOT = 795;

function extentOf(boxes: string): Pdf['extent'] {
  const extent = { right: 0, bottom: 0 };
  for (const [, yMin, xMax, yMax] of boxes.matchAll(/yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)"/g)) {
    extent.right = Math.max(extent.right, Number(xMax));
    if (Number(yMin) < FOOT) extent.bottom = Math.max(extent.bottom, Number(yMax));
  }
  return extent;
}

function targetsOf(list: string): Pdf['targets'] {
  const lines = list.matchAll(/^ *(\d+) \[ XYZ +\d+ +(\d+) .*"(.+)"$/gm);
  return new Map([...lines].map(([, page, top, name]) => [name ?? '', { page: Number(page), top: Number(top) }]));
}

/** Removes white space and line breaks, to search for a value that may be wrapped. */
export function squeezed(text: string): string {
  return text.replaceAll(/\s+/gu, '');
}
