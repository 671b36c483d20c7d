import type { z } from 'zod';

/** The environment is invalid; the message lists every fault, one per line. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** An empty variable counts as unset, as most process managers and compose files intend. */
export function given(environment: NodeJS.ProcessEnv): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''));
}

/**
 * @param across faults that involve several variables
 * @throws ConfigError
 */
export function parseEnvironment<T>(
  schema: z.ZodType<T>,
  variables: Readonly<Record<string, string | undefined>>,
  across: readonly string[] = [],
): T {
  const result = schema.safeParse(variables);
  if (result.success && across.length === 0) return result.data;
  // Only the variable's name and the rule are printed, never the value: it may be a secret.
  const single = (result.error?.issues ?? []).map((issue) => `${String(issue.path[0])} ${ruleOf(issue)}`);
  throw new ConfigError(['The environment is invalid:', ...single, ...across].join('\n  '));
}

/** In words that fit behind the variable's name, also where the schema has none. */
function ruleOf(issue: z.core.$ZodIssue): string {
  const { code, message } = issue;
  if (code === 'too_big' && message.startsWith('Too big')) return `must have at most ${issue.maximum} characters`;
  if (code === 'too_small' && message.startsWith('Too small'))
    return issue.minimum === 1 ? 'must not be blank' : `must have at least ${issue.minimum} characters`;
  if (code === 'invalid_type' && message.endsWith('received undefined')) return 'must be set';
  if (code === 'invalid_format' && message.startsWith('Invalid email')) return 'must be an email address';
  if (code === 'invalid_value' && message.startsWith('Invalid')) return `must be one of ${issue.values.join(', ')}`;
  return message;
}
