import {
  context,
  diag,
  DiagLogLevel,
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span,
  type SpanContext,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { OpenSpan, SpanOptions, Tracing } from './open-span.ts';
import { scrub } from './scrub.ts';
import type { TracingOptions } from './tracing.ts';

const KINDS: Readonly<Record<NonNullable<SpanOptions['kind']>, SpanKind>> = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
};

/**
 * Exports spans to an OTLP/HTTP collector. Everything is configured with OpenTelemetry's own
 * variables (endpoint, headers, sampler, batch sizes, resource attributes), which its packages read.
 */
export function openTelemetry(options: TracingOptions): Tracing {
  const complain = (message: string) => options.onTrouble(scrub(message));
  diag.setLogger(
    { error: complain, warn: complain, info: () => undefined, debug: () => undefined, verbose: () => undefined },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const resource = defaultResource()
    .merge(
      resourceFromAttributes({
        'service.namespace': 'palisade',
        'service.name': options.service,
        'service.version': options.version,
        'process.pid': process.pid,
      }),
    )
    // An operator's OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES come last and take precedence.
    .merge(detectResources({ detectors: [envDetector] }));
  const provider = new BasicTracerProvider({
    resource,
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  const tracer = provider.getTracer('palisade', options.version);

  return {
    openSpan(name, { kind = 'internal', attributes = {}, parent, link, root = false, startedAt }) {
      const linked = link === undefined ? undefined : parse(link);
      const span = tracer.startSpan(
        name,
        {
          kind: KINDS[kind],
          attributes,
          root,
          ...(linked ? { links: [{ context: linked }] } : {}),
          ...(startedAt === undefined ? {} : { startTime: startedAt }),
        },
        continued(parent),
      );
      return opened(span);
    },
    active() {
      const span = trace.getActiveSpan();
      return span && described(span);
    },
    async stop() {
      await provider.shutdown().catch((error: unknown) => complain(String(error)));
      context.disable();
      diag.disable();
    },
  };
}

function continued(parent: string | undefined): Context {
  const remote = parent === undefined ? undefined : parse(parent);
  return remote ? trace.setSpanContext(ROOT_CONTEXT, remote) : context.active();
}

function opened(span: Span): OpenSpan {
  let ended = false;
  return {
    ...described(span),
    fail(error) {
      const message = scrub(error instanceof Error ? `${error.name}: ${error.message}` : String(error));
      span.setStatus({ code: SpanStatusCode.ERROR, message });
    },
    end(at) {
      if (ended) return;
      ended = true;
      span.end(at);
    },
    run: (work) => context.with(trace.setSpan(context.active(), span), work),
  };
}

function described(span: Span): Pick<OpenSpan, 'ids' | 'traceparent' | 'set'> {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return {
    ids: { trace_id: traceId, span_id: spanId },
    traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
    set: (attributes) => void span.setAttributes(attributes),
  };
}

/** https://www.w3.org/TR/trace-context/#traceparent-header, version 00 and what later versions keep of it. */
function parse(traceparent: string): SpanContext | undefined {
  const [, version, traceId, spanId, flags] =
    /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/.exec(traceparent) ?? [];
  if (version === undefined || version === 'ff' || traceId === undefined || spanId === undefined) return undefined;
  const parsed = { traceId, spanId, traceFlags: Number.parseInt(flags ?? '0', 16) & 1, isRemote: true };
  return isSpanContextValid(parsed) ? parsed : undefined;
}
