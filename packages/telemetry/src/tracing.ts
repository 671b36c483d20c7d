import type { Tracing, SpanOptions, OpenSpan, TraceIds } from './open-span.ts';

/** Set when an exporter is configured; otherwise no tracing code is even loaded, and every function here returns at once. */
let tracing: Tracing | undefined;

export interface TracingOptions {
  /** Name of this process: `service.name` unless OTEL_SERVICE_NAME says otherwise. */
  service: string;
  version: string;
  /** An exporter is configured, by one of OpenTelemetry's own variables; the exporter reads them itself. */
  exporting: boolean;
  /** Told when spans cannot be exported: work goes on without them. */
  onTrouble: (message: string) => void;
}

/** @returns what ends it: exports what is left */
export async function startTracing(options: TracingOptions): Promise<() => Promise<void>> {
  if (!options.exporting) return async () => undefined;
  const { openTelemetry } = await import('./open-telemetry.ts');
  tracing = openTelemetry(options);
  const { stop } = tracing;
  return async () => {
    tracing = undefined;
    await stop();
  };
}

export function isTracing(): boolean {
  return tracing !== undefined;
}

/** For what does not fit into one function; end it. */
export function openSpan(name: string, options: SpanOptions = {}): OpenSpan | undefined {
  return tracing?.openSpan(name, options);
}

/** Does the work inside a span; what it throws is recorded and thrown on. */
export async function inSpan<T>(
  name: string,
  options: SpanOptions,
  work: (span: OpenSpan | undefined) => Promise<T>,
): Promise<T> {
  const span = openSpan(name, options);
  if (!span) return work(undefined);
  try {
    return await span.run(() => work(span));
  } catch (error) {
    span.fail(error);
    throw error;
  } finally {
    span.end();
  }
}

/** Adds attributes to the span that is under way, if any. */
export function annotate(attributes: Readonly<Record<string, string | number | boolean>>): void {
  tracing?.active()?.set(attributes);
}

/** What a log line carries, so that it can be found from a trace and the trace from it. */
export function traceIds(): TraceIds | undefined {
  return tracing?.active()?.ids;
}

/** The active span as a W3C `traceparent`, for anyone who continues the trace elsewhere. */
export function traceparent(): string | undefined {
  return tracing?.active()?.traceparent;
}
