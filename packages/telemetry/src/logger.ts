import { visibleJsonText } from '@palisade/report/visible';
import { pino, type Logger } from 'pino';
import { scrub } from './scrub.ts';
import { traceIds } from './tracing.ts';
import { keepLine } from './work-log.ts';

export type { Logger };

/**
 * Structured logs on standard output. Keys, tokens, email addresses and query
 * strings never appear: known fields are removed by name, and every text is
 * scrubbed of anything that looks like one.
 */
export function createLogger(options: { service: string; level: string }): Logger {
  return pino({
    level: options.level,
    base: { service: options.service, pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: () => ({ ...traceIds() }),
    redact: {
      paths: [
        '*.email',
        '*.key',
        '*.token',
        '*.authorization',
        '*.cookie',
        'email',
        'key',
        'token',
        'req.headers',
        'res.headers',
      ],
      censor: '[redacted]',
    },
    serializers: {
      err: (error: unknown) => {
        if (!(error instanceof Error)) return { message: scrub(JSON.stringify(error) ?? String(error)) };
        return {
          type: error.name,
          message: scrub(error.message),
          stack: error.stack === undefined ? undefined : scrub(error.stack),
          ...(error.cause instanceof Error ? { cause: scrub(error.cause.message) } : {}),
        };
      },
    },
    hooks: {
      logMethod(args, method, level) {
        const scrubbed = args.map((argument: unknown) => (typeof argument === 'string' ? scrub(argument) : argument));
        keepLine(pino.levels.labels[level] ?? '', scrubbed);
        method.apply(this, scrubbed as Parameters<typeof method>);
      },
      // Logs are read in terminals, as with `npm start`: third-party text must not contain control sequences.
      streamWrite: visibleJsonText,
    },
  });
}
