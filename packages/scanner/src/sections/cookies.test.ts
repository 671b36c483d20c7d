import { describe, expect, it } from 'vitest';
import { factsOf, judged } from '../../test/evidence.ts';
import { setCookies } from '../../test/set-cookies.ts';
import { cookieChecks } from '../checks/cookies/all.ts';
import { cookiesEvidence } from './cookies.ts';

describe('the section', () => {
  it('describes each cookie without its value', () => {
    const headers = setCookies('sessionid=topsecret1; Path=/; HttpOnly', 'old=; Max-Age=0', `big=${'x'.repeat(5000)}`);
    const section = cookiesEvidence(factsOf({ headers }));
    expect(section.cookies).toEqual([
      expect.objectContaining({
        name: 'sessionid',
        kind: 'session',
        secure: false,
        http_only: true,
        size: 19,
        assessment: expect.stringContaining('lacks Secure, SameSite') as string,
      }),
    ]);
    expect(section.deleted).toEqual(['old']);
    expect(section.unreadable).toEqual([expect.objectContaining({ name: 'big' })]);
    expect(JSON.stringify(section)).not.toContain('topsecret1');
  });

  it('reports no faults of a good cookie', () => {
    const headers = setCookies('__Host-sid=1; Path=/; Secure; HttpOnly; SameSite=Lax');
    expect(cookieChecks.map((check) => judged(check, { headers })?.status)).toEqual(cookieChecks.map(() => 'good'));
  });
});
