import { describe, expect, it } from 'vitest';
import { evidenceWith, pageWith } from '../../test/evidence.ts';
import { runCheck } from '../check.ts';
import { ALL_CHECKS } from '../checks/all.ts';
import { ALL_FACTS } from './all.ts';
import type { AnyFact, FactName, Source } from './fact.ts';
import { sourcesOf } from './sources.ts';

const evidence = evidenceWith({
  headers: [
    ['Set-Cookie', 'sid=1'],
    ['Content-Security-Policy', "default-src 'self'"],
  ],
  page: pageWith(),
});

describe('facts', () => {
  it('are computed once per scan, however many checks read them', () => {
    const counts = new Map<FactName, number>();
    const counting = Object.fromEntries(
      Object.values(ALL_FACTS).map((fact) => [
        fact.name,
        {
          ...fact,
          compute(sources: never, context: never) {
            counts.set(fact.name, (counts.get(fact.name) ?? 0) + 1);
            return fact.compute(sources, context);
          },
        },
      ]),
    ) as unknown as Record<FactName, AnyFact>;
    const find = sourcesOf(evidence, counting);
    for (const check of ALL_CHECKS) runCheck(check, evidence, find);
    expect(Math.max(...counts.values())).toBe(1);
    expect(counts.get('cookies')).toBe(1);
  });

  it('are listed under their own name', () => {
    for (const [name, fact] of Object.entries(ALL_FACTS)) expect(fact.name).toBe(name);
  });

  it('that throw are missing because of us, and everything that needs them is unknown', () => {
    const compute = () => {
      throw new TypeError('odd cookie');
    };
    const broken = { ...ALL_FACTS, cookies: { ...ALL_FACTS.cookies, compute } };
    const find = sourcesOf(evidence, broken);
    expect(find('cookies')).toMatchObject({ ok: false, blame: 'us', code: 'internal' });
    for (const check of ALL_CHECKS) {
      if (!(check.needs as readonly string[]).includes('cookies')) continue;
      expect(runCheck(check, evidence, find)).toMatchObject({ status: 'unknown', missing: { blame: 'us' } });
    }
  });
});

/** Throws as soon as an undeclared source is read. */
function onlyDeclared(owner: string, declared: ReadonlySet<string>, sources: object): object {
  return new Proxy(sources, {
    get(target, key, receiver) {
      if (typeof key === 'string' && !declared.has(key))
        throw new Error(`${owner} reads ${key}, which it does not declare`);
      return Reflect.get(target, key, receiver) as unknown;
    },
  });
}

it('a check reads only what it declares', () => {
  for (const check of ALL_CHECKS) {
    const declared = new Set<string>([...check.needs, ...(check.optional ?? [])]);
    const guarded = {
      ...check,
      judge: (sources: never, context: never) =>
        check.judge(onlyDeclared(check.id, declared, sources) as never, context),
    };
    expect(() => runCheck(guarded, evidence)).not.toThrow();
  }
});

it('every declared source exists', () => {
  const find = sourcesOf(evidence);
  const declared: Source[] = [...ALL_CHECKS, ...Object.values(ALL_FACTS)].flatMap(({ needs, optional = [] }) => [
    ...needs,
    ...optional,
  ]);
  for (const source of declared) expect(find(source), source).toHaveProperty('ok');
});
