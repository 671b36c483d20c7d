import type { Evidence, EvidenceKind, EvidenceValue } from '../evidence.ts';
import type { Gathered, Missing } from '../evidence/gathered.ts';
import type { FactValues } from './values.ts';

export type FactName = keyof FactValues;

/** What a check or a fact may read: raw evidence, or a fact derived from it. */
export type Source = EvidenceKind | FactName;
type SourceValue<S extends Source> = S extends EvidenceKind
  ? EvidenceValue<S>
  : S extends FactName
    ? FactValues[S]
    : never;

/** `needs` are always present. `optional` sources are undefined if they are missing. */
export type Sources<N extends Source, O extends Source> = { readonly [K in N]: SourceValue<K> } & {
  readonly [K in O]: SourceValue<K> | undefined;
};

export interface SourceContext<S extends Source = Source> {
  target: Evidence['target'];
  /** Time of the scan in milliseconds since the epoch. Judging never reads the clock. */
  scannedAt: number;
  /**
   * Why a declared source is missing. Undefined if it is present. For readers to which a missing response is a result
   * (a closed port 80).
   */
  absence(source: S): Missing | undefined;
}

/**
 * A value derived from evidence that several readers need: the cookies of a scan, the enforced policies, the evaluated
 * SPF record. Pure, and computed once per scan, on first use.
 */
export interface FactDefinition<K extends FactName, N extends Source = Source, O extends Source = never> {
  name: K;
  needs: readonly N[];
  optional?: readonly O[];
  compute(sources: Sources<N, O>, context: SourceContext<N | O>): FactValues[K];
}

/** Infers the sources, so that undeclared reads do not compile. */
export function defineFact<const K extends FactName, const N extends Source, const O extends Source = never>(
  definition: FactDefinition<K, N, O>,
): FactDefinition<K, N, O> {
  return definition;
}

/** A definition without its type parameters, as in the list of all facts. */
export interface AnyFact {
  name: FactName;
  needs: readonly Source[];
  optional?: readonly Source[];
  compute(sources: never, context: SourceContext<never>): unknown;
}

/** Looks up sources by name, for one scan. */
export type FindSource = (source: Source) => Gathered<unknown>;

/** The same lookup, typed by name: for sections, which render facts. */
export type FindFact = <S extends Source>(source: S) => Gathered<SourceValue<S>>;

/**
 * Only the declared sources, as one object.
 * @returns the reason if a needed one is missing
 */
export function pick(
  find: FindSource,
  { needs, optional = [] }: { needs: readonly Source[]; optional?: readonly Source[] },
): Gathered<Record<string, unknown>> {
  const value: Record<string, unknown> = {};
  for (const source of needs) {
    const piece = find(source);
    if (!piece.ok) return piece;
    value[source] = piece.value;
  }
  for (const source of optional) {
    const piece = find(source);
    value[source] = piece.ok ? piece.value : undefined;
  }
  return { ok: true, value };
}
