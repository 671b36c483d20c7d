import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SchemaEngine } from '@prisma/schema-engine-wasm';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import { migrationAdapter } from './migration-adapter.ts';

type SchemaEngineClass = {
  new: (
    options: { datamodels: [string, string][] | undefined },
    log: (line: string) => void,
    factory: unknown,
  ) => Promise<SchemaEngine>;
};

const PRISMA_FOLDER = fileURLToPath(new URL('../../../../prisma', import.meta.url));
export const MIGRATIONS_FOLDER = path.join(PRISMA_FOLDER, 'migrations');
export const NO_FILTER = { externalTables: [], externalEnums: [] };

let loaded: Promise<SchemaEngineClass> | undefined;

/**
 * Prisma's own schema engine in its WebAssembly build, over node-postgres:
 * the native one has to be downloaded, which many networks do not allow.
 * The package's entry imports the `.wasm` as a module, which Node cannot do, so it is bound manually.
 */
async function loadEngine(): Promise<SchemaEngineClass> {
  const bindings = (await import('@prisma/schema-engine-wasm/schema_engine_bg')) as unknown as Record<
    string,
    unknown
  > & {
    __wbg_set_wasm(exports: WebAssembly.Exports): void;
    SchemaEngine: SchemaEngineClass;
  };
  const entry = fileURLToPath(import.meta.resolve('@prisma/schema-engine-wasm'));
  const bytes = readFileSync(path.join(path.dirname(entry), 'schema_engine_bg.wasm'));
  const wasm = new WebAssembly.Module(bytes);
  const instance = new WebAssembly.Instance(wasm, { './schema_engine_bg.js': bindings as WebAssembly.ModuleImports });
  bindings.__wbg_set_wasm(instance.exports);
  (instance.exports['__wbindgen_start'] as () => void)();
  return bindings.SchemaEngine;
}

/** Opens the engine on a database for as long as `use` runs. */
export async function withSchemaEngine<T>(url: string, use: (engine: SchemaEngine) => Promise<T>): Promise<T> {
  loaded ??= loadEngine();
  const SchemaEngine = await loaded;
  const files = await schemaFiles();
  const { factory, close } = migrationAdapter(url);
  try {
    const engine = await SchemaEngine.new(
      { datamodels: files.map(({ path: file, content }) => [file, content]) },
      () => undefined,
      bindMigrationAwareSqlAdapterFactory(factory),
    );
    try {
      return await use(engine);
    } finally {
      engine.free();
    }
  } finally {
    await close();
  }
}

/** Every `.prisma` file of the schema folder. */
export async function schemaFiles(): Promise<{ path: string; content: string }[]> {
  const names = (await readdir(PRISMA_FOLDER)).filter((name) => name.endsWith('.prisma')).toSorted();
  return Promise.all(
    names.map(async (name) => ({ path: name, content: await readFile(path.join(PRISMA_FOLDER, name), 'utf8') })),
  );
}
