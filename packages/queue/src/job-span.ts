import { inSpan, openSpan, traceparent } from '@palisade/telemetry/tracing';
import type { Job } from 'bullmq';

/** Adds the active trace to the payload; the consumer's payload schema drops the field again. */
export function traced<P>(payload: P): P {
  const parent = traceparent();
  return parent === undefined ? payload : { ...payload, traceparent: parent };
}

/** Producer side: adding the job is a span, and the worker that runs the job continues from it. */
export function addSpan<T>(queue: string, jobId: string, add: () => Promise<T>): Promise<T> {
  return inSpan(`${queue} add`, { kind: 'producer', attributes: attributesOf(queue, jobId, 'send') }, add);
}

/** Consumer side: one span for the time in the queue, one for the run. An untraced job starts its own trace. */
export function runSpan<T>(raw: Job, run: () => Promise<T>): Promise<T> {
  const { traceparent: parent } = raw.data as { traceparent?: unknown };
  const from = typeof parent === 'string' ? { parent } : { root: true };
  const jobId = raw.id ?? '';
  const attempt = { 'palisade.attempt': raw.attemptsMade, 'palisade.stalled': raw.stalledCounter };
  const attributes = { ...attributesOf(raw.queueName, jobId, 'process'), ...attempt };
  if ('parent' in from) {
    openSpan(`${raw.queueName} wait`, {
      ...from,
      startedAt: raw.timestamp,
      attributes: { ...attributesOf(raw.queueName, jobId, 'receive'), ...attempt },
    })?.end(raw.processedOn);
  }
  return inSpan(`${raw.queueName} process`, { kind: 'consumer', ...from, attributes }, run);
}

/** https://opentelemetry.io/docs/specs/semconv/messaging/messaging-spans/ */
function attributesOf(queue: string, jobId: string, operation: 'send' | 'receive' | 'process') {
  return {
    'messaging.system': 'bullmq',
    'messaging.destination.name': queue,
    'messaging.operation.type': operation,
    'messaging.message.id': jobId,
  };
}
