import type { FixSnippets } from './report.ts';

/** One header in the configuration language of five servers. Owned by the headers section. */
export function fixSnippets(name: string, value: string): FixSnippets {
  return {
    nginx: `add_header ${name} "${value}" always;`,
    apache: `Header always set ${name} "${value}"`,
    caddy: `header ${name} "${value}"`,
    express: `res.setHeader('${name}', ${JSON.stringify(value)});`,
    cloudflare: `${name}: ${value}`,
  };
}
