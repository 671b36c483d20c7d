import { parseContent, PAYLOADS, type MailContent, type TemplateName } from '../payloads.ts';

export const TEMPLATES = Object.keys(PAYLOADS) as TemplateName[];

export const SAMPLES: Record<TemplateName, object> = {
  one_time_token: { token: 'ot_abc123', link: 'https://palisade.example/#one_time_token=ot_abc123' },
  compliance_token: { token: 'ct_abc123', link: 'https://palisade.example/#compliance_token=ct_abc123' },
  api_key: { key: 'pk_live_abc', link: 'https://palisade.example' },
  key_rotated: { key: 'pk_live_def', link: 'https://palisade.example' },
  receipt: {
    receipt: 'Pro subscription, $7.00 on 21 November 2026, Stripe pi_3QabcdefghijklmnopqrstuvwxyzABCDEFGHIJ',
    paid_until: '2026-12-21T00:00:00Z',
    link: 'https://p.example/account',
  },
  sign_in: { link: 'https://palisade.example/account/sign-in?token=x' },
  renewal_failed: { paid_until: '2026-12-01T00:00:00.000Z', link: 'https://palisade.example' },
  compliance_report: {
    // As long as they can be, or almost.
    host: 'kundenportal.internationaleversicherungsgesellschaft.subsidiary.example.co.uk:8443',
    grade: 'B',
    score: '74',
    scanned_at: '2026-11-21T12:05:09.000Z',
    file_name:
      'palisade_compliance_kundenportal_internationaleversicherungsgesellschaft_subsidiary_example_co_uk_2026-11-21.pdf',
    sha256: 'b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9',
    order: '7d5f0c2b-8f6f-4c8e-9c6d-2f3f0a7b6c5d',
    provisional: 'Provisional grade. The browser part could not be assessed: the browser could not be started.',
    report_url: 'https://palisade.example/r/AAAAAAAAAAAAAAAAAAAAAAAA',
  },
};

export const sampleMail = (name: TemplateName): MailContent => parseContent(name, SAMPLES[name]);
