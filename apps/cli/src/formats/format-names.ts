export const FORMATS = ['text', 'json', 'jsonl', 'sarif', 'junit', 'markdown', 'html', 'csv'] as const;
export type FormatName = (typeof FORMATS)[number];

const BY_EXTENSION: Readonly<Record<string, FormatName>> = {
  '.txt': 'text',
  '.json': 'json',
  '.jsonl': 'jsonl',
  '.ndjson': 'jsonl',
  '.sarif': 'sarif',
  '.xml': 'junit',
  '.md': 'markdown',
  '.markdown': 'markdown',
  '.html': 'html',
  '.htm': 'html',
  '.csv': 'csv',
};

/** The format that a file's extension stands for. */
export function formatOf(file: string): FormatName | undefined {
  if (file.toLowerCase().endsWith('.sarif.json')) return 'sarif';
  return BY_EXTENSION[/\.[a-z]+$/iu.exec(file)?.[0].toLowerCase() ?? ''];
}

export function isFormat(text: string): text is FormatName {
  return (FORMATS as readonly string[]).includes(text);
}
