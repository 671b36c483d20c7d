/** The field names that OpenTelemetry's log data model uses in a log line. */
export interface TraceIds {
  trace_id: string;
  span_id: string;
}

export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

export interface SpanOptions {
  kind?: 'internal' | 'server' | 'producer' | 'consumer';
  attributes?: SpanAttributes;
  /** W3C `traceparent` of the span this one continues; without one, the active span. */
  parent?: string | undefined;
  /** W3C `traceparent` of a related span that is not its parent. */
  link?: string | undefined;
  /** Starts its own trace, whatever is active. */
  root?: boolean;
  /** Milliseconds since the epoch, for a span that started earlier. */
  startedAt?: number;
}

export interface OpenSpan {
  ids: TraceIds;
  traceparent: string;
  set(attributes: SpanAttributes): void;
  /** Marks it as failed. The message is scrubbed as in a log line. */
  fail(error: unknown): void;
  /** @param at milliseconds since the epoch, for a span that ended earlier */
  end(at?: number): void;
  /** The span is active during `work` and whatever it awaits. */
  run<T>(work: () => T): T;
}

/** What `tracing.ts` needs of a tracing library. */
export interface Tracing {
  openSpan(name: string, options: SpanOptions): OpenSpan;
  active(): Pick<OpenSpan, 'ids' | 'traceparent' | 'set'> | undefined;
  stop(): Promise<void>;
}
