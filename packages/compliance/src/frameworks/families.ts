import type { Reference, Use } from '../framework.ts';
import type { Condition } from '../condition.ts';
import { CONDITIONS } from '../condition.ts';
import { FAMILIES } from '../subjects.ts';
import type { WeaknessName } from '../weaknesses.ts';

type Family = keyof typeof FAMILIES;

interface Rule {
  control: string;
  families: readonly Family[];
  /** Defaults to supporting. */
  use?: Use;
  when?: Condition;
  basis: string;
}

/**
 * Turns rules for controls ("these families concern this control") into references by weakness. If two rules for one
 * control have the same weakness, the first counts.
 */
export function byFamily(rules: readonly Rule[]): Partial<Record<WeaknessName, Reference[]>> {
  const map: Partial<Record<WeaknessName, Reference[]>> = {};
  for (const { control, families, use = 'supporting', when, basis } of rules) {
    const ground = when === undefined ? basis : `${basis}, if ${CONDITIONS[when]}`;
    for (const name of new Set<WeaknessName>(families.flatMap((family) => FAMILIES[family]))) {
      const references = (map[name] ??= []);
      if (references.some((reference) => reference.control === control)) continue;
      references.push({ control, use, basis: ground, ...(when === undefined ? {} : { when }) });
    }
  }
  return map;
}
