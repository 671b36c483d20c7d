import type { ActionKind } from './action-kind.ts';
import { ACTION_KINDS, type ActionName } from './action-kinds.ts';
import type { Check } from './check.ts';

const NAMES = Object.keys(ACTION_KINDS) as ActionName[];

/** The worst risk of these findings of one kind. */
export function riskOf(name: ActionName, findings: readonly Pick<Check, 'id' | 'outcome'>[]): string {
  const { risk, risks = [] }: ActionKind = ACTION_KINDS[name];
  const found = findings.map(({ id, outcome }) => `${id} ${outcome}`);
  return risks.find(({ of }) => of.some((start) => found.some((one) => one.startsWith(start))))?.risk ?? risk;
}

/** An id that is no check of this engine belongs where its section does. */
export function actionFor({ id, outcome }: Pick<Check, 'id' | 'outcome'>): ActionName {
  const found = `${id} ${outcome}`;
  const fits = (name: ActionName) =>
    (ACTION_KINDS[name].checks as readonly string[]).some((start) => found.startsWith(start));
  return NAMES.find(fits) ?? 'page';
}
