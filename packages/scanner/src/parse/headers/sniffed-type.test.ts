import { expect, it } from 'vitest';
import { isUntyped, sniffedType } from './sniffed-type.ts';

const bytes = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

/** MIME Sniffing §7.1, table by table. With `nosniff`, nothing becomes a type that can run scripts. */
it.each<[string, string, string]>([
  ['{"status":"ok"}', 'text/plain', 'text/plain'],
  ['[1,2]', 'text/plain', 'text/plain'],
  ['ok', 'text/plain', 'text/plain'],
  ['', 'text/plain', 'text/plain'],
  ['\n\t <!DOCTYPE HTML>', 'text/html', 'text/plain'],
  ['<!doctype html >', 'text/html', 'text/plain'],
  ['<HTML><body>', 'text/html', 'text/plain'],
  ['<p class=x>', 'text/html', 'text/plain'],
  ['<!-- a comment -->{}', 'text/html', 'text/plain'],
  ['<pre>1</pre>', 'text/plain', 'text/plain'],
  ['<main>', 'text/plain', 'text/plain'],
  ['<svg xmlns="x">', 'text/plain', 'text/plain'],
  ['  <?xml version="1.0"?>', 'text/xml', 'text/plain'],
  ['%PDF-1.7', 'application/pdf', 'text/plain'],
  ['\x89PNG\r\n\x1a\n\0', 'image/png', 'image/png'],
  ['\xff\xd8\xff\xe0', 'image/jpeg', 'image/jpeg'],
  ['\xef\xbb\xbf<html>', 'text/plain', 'text/plain'],
  ['PK\x03\x04', 'application/octet-stream', 'application/octet-stream'],
])('%j: %s, with nosniff %s', (text, type, nosniff) => {
  expect([sniffedType(bytes(text), false), sniffedType(bytes(text), true)]).toEqual([type, nosniff]);
});

it.each<[string | null, boolean]>([
  [null, true],
  ['', true],
  ['text', true],
  ['*/*', true],
  ['Unknown/Unknown', true],
  ['text/html; charset=utf-8', false],
  [' application/vnd.api+json', false],
])('%j is no type: %s', (type, expected) => {
  expect(isUntyped(type)).toBe(expected);
});
