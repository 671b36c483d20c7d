import { describe, expect, it } from 'vitest';
import { ACTION_KINDS } from './action-kinds.ts';
import { actionsOf, blockWord, scoresLeaveOut } from './actions.ts';
import type { HeaderEntry } from './check.ts';
import { scoreWithout } from './rescore.ts';
import { combinedSnippet } from './snippets/combined.ts';
import { SNIPPET_NAMES, type SnippetName } from './snippet-order.ts';
import { fixSnippets } from './snippets.ts';

const VALUES: Readonly<Record<string, string>> = {
  'Content-Security-Policy': "default-src 'self'; script-src 'self' 'nonce-REPLACE_WITH_NONCE'",
  'Strict-Transport-Security': 'max-age=31536000',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
};
const parts = Object.entries(VALUES).map(([name, value]) => fixSnippets(name, value));
const combined = (server: SnippetName) => combinedSnippet(server, parts) ?? '';

function sent(text: string): Record<string, string> {
  const headers: Record<string, string> = {};
  const res = {
    setHeaders: (fields: Headers) => Object.assign(headers, Object.fromEntries(fields)),
    writeHead: () => undefined,
  };
  const use = (middleware: (req: null, res: unknown, next: () => void) => void) =>
    middleware(null, res, () => undefined);
  new Function('app', text)({ use });
  res.writeHead();
  return headers;
}

describe('one block for several headers', () => {
  it('nginx and Apache: every line of each, each comment once', () => {
    for (const server of ['nginx', 'apache', 'iis'] as const) {
      const lines = combined(server).split('\n');
      for (const part of parts) for (const line of (part[server] ?? '').split('\n')) expect(lines).toContain(line);
    }
    const comments = combined('nginx')
      .split('\n')
      .filter((line) => line.startsWith('#'));
    expect(new Set(comments).size).toBe(comments.length);
    expect(combined('iis').match(/<rule /g)).toHaveLength(4);
    expect(combined('iis').match(/<\/rule>/g)).toHaveLength(4);
  });

  it('Caddy: one header block', () => {
    expect(combined('caddy').match(/header \{/g)).toHaveLength(1);
    expect(combined('caddy').match(/\tdefer/g)).toHaveLength(1);
    expect(combined('caddy')).toContain('\tReferrer-Policy "strict-origin-when-cross-origin"');
  });

  it('Express: all are sent', () => {
    const lower = Object.entries(VALUES).map(([name, value]) => [name.toLowerCase(), value]);
    expect(sent(combined('express'))).toEqual(Object.fromEntries(lower));
  });

  it('Next.js, CloudFront: one list', async () => {
    const module = { exports: {} as { headers(): Promise<{ headers: { key: string; value: string }[] }[]> } };
    new Function('module', combined('nextjs'))(module);
    const listed = (await module.exports.headers()).flatMap(({ headers }) => headers);
    expect(Object.fromEntries(listed.map(({ key, value }) => [key, value]))).toEqual(VALUES);
    const run = new Function(`${combined('cloudfront')}; return handler({ response: { headers: {} } });`) as () => {
      headers: Record<string, unknown>;
    };
    expect(Object.keys(run().headers)).toHaveLength(4);
  });

  it('Cloudflare and Vercel: JSON that parses', () => {
    const rule = JSON.parse(combined('cloudflare')) as { action_parameters: { headers: object } };
    expect(Object.keys(rule.action_parameters.headers)).toEqual(Object.keys(VALUES));
    const file = JSON.parse(combined('vercel')) as { headers: { headers: { key: string }[] }[] };
    expect(file.headers[0]?.headers.map(({ key }) => key)).toEqual(Object.keys(VALUES));
  });

  it('WordPress, Netlify, Kubernetes: what encloses stands once', () => {
    expect(combined('wordpress').match(/add_action/g)).toHaveLength(1);
    expect(combined('wordpress').startsWith('<?php\n')).toBe(true);
    expect(combined('wordpress').match(/ header\( /g)).toHaveLength(4);
    expect(combined('netlify').match(/\[headers\.values\]/g)).toHaveLength(1);
    expect(combined('kubernetes').match(/more_set_headers/g)).toHaveLength(4);
    expect(combined('kubernetes').match(/annotations:/g)).toHaveLength(1);
  });

  it('helmet: one call; a header that it has no option for is none of its block', () => {
    expect(combined('helmet').match(/app\.use/g)).toHaveLength(1);
    expect(combinedSnippet('helmet', [...parts, fixSnippets('Permissions-Policy', 'camera=()')])).toBeNull();
  });

  it('one header: its own snippet', () => {
    const [part] = parts;
    for (const server of Object.keys(SNIPPET_NAMES) as SnippetName[])
      if (part) expect(combinedSnippet(server, [part])).toBe(part[server]);
  });
});

function entry(more: Partial<HeaderEntry>): HeaderEntry {
  return {
    outcome: 'missing',
    title: 'No header',
    present: false,
    value: null,
    status: 'missing',
    severity: 'important',
    deduction: 10,
    explanation: 'why',
    fix: 'value',
    note: null,
    ...more,
  };
}

const check = (id: string, more: Partial<HeaderEntry>) => ({ ...entry(more), id, evidence: [] });

const REPORT = {
  headers: {
    'Content-Security-Policy': entry({ severity: 'critical', deduction: 25 }),
    'Referrer-Policy': entry({ severity: 'minor', deduction: 5 }),
  },
  fix_snippets: Object.fromEntries(Object.entries(VALUES).map(([name, value]) => [name, fixSnippets(name, value)])),
  fix_server: 'apache' as const,
  tls: { checks: [check('tls/certificate-validity', { status: 'bad', severity: 'critical', deduction: 30 })] },
  security_txt: { checks: [check('security_txt/published', { severity: 'minor', deduction: 3 })] },
  score_caps: [{ check: 'tls/certificate-validity', max_score: 49 }],
};

describe('actions', () => {
  const actions = actionsOf(REPORT);

  it('hold every finding once, the most severe work first', () => {
    expect(actions.map(({ name, findings }) => [name, findings.map(({ id }) => id)])).toEqual([
      ['certificate', ['tls/certificate-validity']],
      ['headers', ['headers/content-security-policy', 'headers/referrer-policy']],
      ['contact', ['security_txt/published']],
    ]);
  });

  it('begin with what caps the score, among those of one severity', () => {
    const heavier = {
      ...REPORT,
      headers: { ...REPORT.headers, 'X-Other': entry({ severity: 'critical', deduction: 40 }) },
    };
    expect(actionsOf(heavier)[0]?.name).toBe('certificate');
  });

  it('promise what a rescan gives', () => {
    const fixed = new Set<string>();
    for (const { findings, score_after: promised } of actions) {
      for (const { id } of findings) fixed.add(id);
      expect(promised).toBe(scoreWithout(REPORT, fixed));
    }
    expect(actions.map((action) => action.score_after)).toEqual([67, 97, 100]);
  });

  it('have one block for their headers, for the server that fits first', () => {
    const [, headers] = actions;
    expect(headers?.blocks[0]?.server).toBe('apache');
    expect(headers && blockWord(headers)).toBe('one Apache block fixes 2 findings');
    expect(actions[0] && blockWord(actions[0])).toBeNull();
  });

  it('say what is risked in words that an owner reads', () => {
    for (const { risk } of Object.values(ACTION_KINDS)) expect(risk).not.toMatch(/\b(?:TLS|CSP|HSTS|CORS|SPF|DMARC)\b/);
  });

  it('say what the promised scores leave out: checks that were not made, and those of a site without https', () => {
    const complete = { ...REPORT, final_url: 'https://example.test/' };
    expect(scoresLeaveOut(complete)).toBeNull();
    const unmade = (...ids: string[]) => ({
      ...complete,
      cors: { checks: ids.map((id) => ({ ...check(id, { deduction: 0 }), status: 'unknown' as const })) },
    });
    expect(scoresLeaveOut(unmade('cors/reading'))).toContain('leave out the check that could not be completed.');
    expect(scoresLeaveOut(unmade('cors/reading', 'cors/preflight'))).toContain(
      'the 2 checks that could not be completed.',
    );
    expect(scoresLeaveOut({ ...complete, final_url: 'http://example.test/' })).toMatch(
      /leave out the TLS and certificate/,
    );
  });
});
