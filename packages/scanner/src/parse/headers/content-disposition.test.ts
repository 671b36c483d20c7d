import { expect, it } from 'vitest';
import { isDownload } from './content-disposition.ts';

// RFC 6266 §4.2: unknown types count as attachment. Chromium reads a type that is no token as a parameter.
it.each<[string[], boolean]>([
  [['attachment'], true],
  [['ATTACHMENT; filename="a.html"'], true],
  [["attachment; filename*=UTF-8''a%20b.html"], true],
  [[' attachment ;filename=a.html'], true],
  [['form-data; name=a'], true],
  [['inline'], false],
  [['Inline; filename="a.html"'], false],
  [['filename="a.html"'], false],
  [[''], false],
  [['"attachment"'], false],
  [[], false],
])('%j: %s', (values, download) => {
  expect(isDownload(values)).toBe(download);
});
