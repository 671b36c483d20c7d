import { describe, expect, it } from 'vitest';
import { renderMessage } from './message.tsx';
import { type MailContent, parseContent, PAYLOADS, type TemplateName } from './payloads.ts';

const LINK = 'https://palisade.example/#one_time_token=ot_abc123';
const TEMPLATES = Object.keys(PAYLOADS) as TemplateName[];
const SAMPLES: Record<TemplateName, object> = {
  one_time_token: { token: 'ot_abc123', link: LINK },
  compliance_token: { token: 'ct_abc123', link: 'https://palisade.example/#compliance_token=ct_abc123' },
  api_key: { key: 'pk_live_abc', link: 'https://palisade.example' },
  key_rotated: { key: 'pk_live_def', link: 'https://palisade.example' },
  receipt: {
    receipt: 'Pro subscription, $7.00',
    paid_until: '2026-12-21T00:00:00Z',
    link: 'https://p.example/account',
  },
  sign_in: { link: 'https://palisade.example/account/sign-in?token=x' },
  renewal_failed: { paid_until: '2026-12-01T00:00:00.000Z', link: 'https://palisade.example' },
  compliance_report: {
    host: 'shop.example.com',
    grade: 'B',
    score: '74',
    scanned_at: '2026-11-21T12:05:09.000Z',
    file_name: 'palisade_shop_example_com.pdf',
  },
};

const content = (name: TemplateName): MailContent => parseContent(name, SAMPLES[name]);

describe.each(TEMPLATES)('%s', (name) => {
  it('says everything of its payload in both parts', async () => {
    const { subject, html, text } = await renderMessage(content(name), 'Palisade');
    expect(subject).not.toBe('');
    for (const [key, value] of Object.entries(SAMPLES[name] as Record<string, string>)) {
      const printed =
        value.includes('T0') || value.includes('T1')
          ? key === 'paid_until'
            ? '1 December 2026'
            : '21 November 2026'
          : value;
      expect(text).toContain(printed);
      expect(html.replaceAll('<!-- -->', '')).toContain(printed);
    }
    expect(text).not.toMatch(/<\w+/);
  });

  it('loads nothing from elsewhere', async () => {
    const { html } = await renderMessage(content(name), 'Palisade');
    expect(html).not.toMatch(/<img|<script|<link [^>]*stylesheet|url\(/i);
  });

  it('renders to the same bytes each time', async () => {
    expect(await renderMessage(content(name), 'Palisade')).toEqual(await renderMessage(content(name), 'Palisade'));
  });
});

it('escapes what it is given', async () => {
  const odd = parseContent('compliance_report', {
    ...SAMPLES.compliance_report,
    host: '<b>x</b>"\r\nBcc: a@b.c',
  });
  const { html, subject } = await renderMessage(odd, 'Palisade');
  expect(html).not.toContain('<b>x</b>');
  expect(subject).not.toMatch(/[\r\n]/);
});

it.each([
  ['no_such_template', {}],
  ['toString', {}],
  ['one_time_token', { token: 'x' }],
  ['one_time_token', { token: 'x', link: 'javascript:alert(1)' }],
])('refuses %s %j', (template, payload) => {
  expect(() => parseContent(template, payload)).toThrow();
});
