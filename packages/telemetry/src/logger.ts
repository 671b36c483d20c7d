import { pino, type Logger } from 'pino';

export type { Logger };

/** Anything that looks like a credential or an address, wherever a library put it into a message. */
const SENSITIVE: ReadonlyArray<readonly [pattern: RegExp, shown: string]> = [
  [/\b(pal|sk|rk|whsec|re|rzp)_[A-Za-z0-9_]{8,}/g, '[secret]'],
  [/(\/\/[^\s/:@]{1,64}):[^\s/@]{1,256}@/g, '$1:[secret]@'],
  [/\b[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}\b/g, '[email]'],
  [/\?[^\s"'<>]{1,2048}/g, '?[query]'],
];

export function scrub(text: string): string {
  return SENSITIVE.reduce((scrubbed, [pattern, shown]) => scrubbed.replaceAll(pattern, shown), text.slice(0, 4096));
}

/**
 * Structured logs on standard output. Keys, tokens, e-mail addresses and query
 * strings never appear: known fields are removed by name, and every text that goes
 * out is scrubbed for what looks like one.
 */
export function createLogger(options: { service: string; level: string }): Logger {
  return pino({
    level: options.level,
    base: { service: options.service, pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
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
      logMethod(args, method) {
        method.apply(
          this,
          args.map((argument: unknown) => (typeof argument === 'string' ? scrub(argument) : argument)) as Parameters<
            typeof method
          >,
        );
      },
    },
  });
}
