import fc from 'fast-check';
import { expect, it } from 'vitest';
import { latin1 } from '../../../test/latin1.ts';
import { LINEAR_AT_MOST, repeating, timesAsMuch } from '../../../test/linear.ts';
import { importCode } from './import-code.ts';

it.each([
  ['import a from "x"', 'import a from "x"'],
  ["import{a}from'x';b('y')", "import{a}from'x';b('')"],
  ['import(`x`)', 'import(`x`)'],
  ['import(`x/${y}`)', "import(''y'')"],
  ['export * from "x" // import "y"\nz', 'export * from "x" \nz'],
  ['/* import "y" */import "x"', ' import "x"'],
  ['const s = `\nimport "y"\n`', "const s = ''"],
  ['const s = `a${b({ c: `}` })}d`; import "x"', "const s = ''b({ c: '' })''; import \"x\""],
  ['const s = "\\" import \\"y\\""', "const s = ''"],
  ['s.replace(/["\'`]/g, 1); import("x")', 's.replace(\'\'g, 1); import("x")'],
  ['a = b / c; import "x"; d / "e"', 'a = b / c; import "x"; d / \'\''],
  ['const u = "https://a.test//b"; import "x"', 'const u = \'\'; import "x"'],
])('%s', (text, code) => {
  expect(importCode(text)).toBe(code);
});

it('ends on any text', () => {
  fc.assert(fc.property(latin1(2000), (text) => void importCode(text)));
});

it.each(['"a"', '`${', '/', '/*', "'", '`', '{', 'a/[', '}', 'import "x";', '`${`'])('stays linear on %s', (unit) => {
  expect(timesAsMuch(importCode, repeating(unit), 8192)).toBeLessThan(LINEAR_AT_MOST);
});
