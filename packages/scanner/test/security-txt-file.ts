import type { SecurityTxtAttempt, SecurityTxtEvidence } from '../src/evidence/security-txt.ts';

const URL_WELL_KNOWN = 'https://example.test/.well-known/security.txt';

/** Evidence of one valid response at the well-known URL of example.test. */
export function securityTxtFile(body: string, attempt: Partial<SecurityTxtAttempt> = {}): SecurityTxtEvidence {
  return {
    attempts: [
      {
        url: URL_WELL_KNOWN,
        chain: [URL_WELL_KNOWN],
        status: 200,
        content_type: 'text/plain; charset=utf-8',
        body,
        bytes: body.length,
        truncated: false,
        utf8: true,
        bom: false,
        failure: null,
        blame: null,
        ...attempt,
      },
    ],
  };
}

export const CONTACT = 'Contact: mailto:sec@example.test\n';
export const EXPIRES = 'Expires: 2027-06-01T00:00:00Z\n';
