import { fixSnippets } from '@palisade/report/snippets';
import { expect, it } from 'vitest';
import { parseDocument } from 'yaml';

/** Values with what YAML, JSON and JavaScript give a meaning of their own. */
const VALUES = [
  "default-src 'self'; script-src 'self' https://a.example:*; report-uri /csp?a=1&b=%20",
  'camera=(), fullscreen=(self "https://player.example")',
  'max-age=31536000; includeSubDomains',
  '{"group":"csp","max_age":10886400}',
];

it.each(VALUES)('%s: the annotation is YAML and holds one directive', (value) => {
  const { kubernetes } = fixSnippets('X-Example', value);
  const document = parseDocument(kubernetes ?? '', { strict: true });
  expect([...document.errors, ...document.warnings]).toEqual([]);
  const { metadata } = document.toJS() as { metadata: { annotations: Record<string, string> } };
  const [snippet = ''] = Object.values(metadata.annotations);
  expect(snippet.trim().split('\n')).toHaveLength(1);
  expect(snippet).toContain(`X-Example: ${value.replaceAll('"', '\\"')}`);
});
