import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { ConfigFile } from './config-file.ts';

const FILE = new URL('../../palisade.config.schema.json', import.meta.url);

/** `UPDATE_SCHEMA=1 npx vitest run config-schema` writes it again. */
it('the JSON schema for editors matches the configuration', () => {
  const schema = z.toJSONSchema(ConfigFile, { io: 'input' });
  const properties = schema.properties ?? {};
  const dashed = Object.entries(properties).map(([name, value]) => [
    name.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`),
    value,
  ]);
  const text = `${JSON.stringify({ title: 'palisade.config.json', ...schema, properties: { ...properties, ...Object.fromEntries(dashed) } }, null, 2)}\n`;
  if (process.env['UPDATE_SCHEMA']) writeFileSync(FILE, text);
  expect(JSON.parse(readFileSync(FILE, 'utf8'))).toEqual(JSON.parse(text));
});
