import type { Tracing, SpanOptions, OpenSpan, TraceIds } from './open-span.ts';

/** Set when an exporter is configured; otherwise no tracing code is loaded, and every function here returns immediately. */
let tracing: Tracing | undefined;

export interface TracingOptions {
  /** Name of this process: `service.name` unless OTEL_SERVICE_NAME says otherwise. */
  service: string;
  version: string;
  /** An exporter is configured, with one of OpenTelemetry's own variables, which the exporter reads itself. */
  exporting: boolean;
  /** Called when spans cannot be exported: work continues without them. */
  onTrouble: (message: string) => void;
}

/** @returns a function that exports the remaining spans and stops */
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

/** For work that does not fit into one function; the caller ends it. */
export function openSpan(name: string, options: SpanOptions = {}): OpenSpan | undefined {
  return tracing?.openSpan(name, options);
}

/** Does the work inside a span; exceptions are recorded and rethrown. */
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

/** Adds attributes to the active span, if any. */
export function annotate(attributes: Readonly<Record<string, string | number | boolean>>): void {
  tracing?.active()?.set(attributes);
}

/** The fields of a log line that link it to its trace. */
export function traceIds(): TraceIds | undefined {
  return tracing?.active()?.ids;
}

/** The active span as a W3C `traceparent`, to continue the trace elsewhere. */
export function traceparent(): string | undefined {
  return tracing?.active()?.traceparent;
}
