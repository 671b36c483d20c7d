import { defineCheck } from '../../check.ts';
import type { CorsEvidence, CorsProbe } from '../../evidence/cors.ts';
import { readGrant, variesByOrigin } from '../../parse/headers/cors-grant.ts';

/** Example that triggers it: whatever the Origin, it comes back in Access-Control-Allow-Origin with credentials. */
export default defineCheck({
  id: 'cors/reading',
  title: 'Which origins may read the page',
  severity: 'critical',
  deduction: 20,
  why: 'Cross-origin resource sharing lets a script of another site read an answer. Granted to any origin together with credentials, every site a visitor opens can read what only that visitor should see, if this path serves signed-in content.',
  fix: 'Compare the whole Origin with a fixed list and send back only a match; leave Access-Control-Allow-Credentials out where no other origin needs it; add Vary: Origin.',
  references: [
    'https://fetch.spec.whatwg.org/#http-cors-protocol',
    'https://owasp.org/www-project-web-security-testing-guide/latest/4-Web_Application_Security_Testing/11-Client-side_Testing/07-Testing_Cross_Origin_Resource_Sharing',
  ],
  needs: ['cors'],
  outcomes: {
    closed: {
      title: 'Other sites may not read answers',
      status: 'good',
      note: 'No origin that was tried was granted anything.',
    },
    fixed: {
      title: 'One named origin may read answers',
      status: 'good',
      note: 'The same origin is named for every caller; browsers let that one read and no other.',
    },
    star: {
      title: 'Any site may read answers without credentials',
      status: 'good',
      note: 'Any site may read the page as an anonymous visitor sees it. When the page itself has the wildcard, the headers section deducts for it.',
    },
    reflects_credentials: {
      title: 'Any site may read a signed-in visitor’s answers',
      weakness: 'cors-reflect-credentials',
      status: 'bad',
      note: 'Any origin at all is sent back, with credentials.',
    },
    lookalike_credentials: {
      title: 'A look-alike domain may read a signed-in visitor’s answers',
      weakness: 'cors-reflect-credentials',
      status: 'bad',
      note: 'The origin is compared in part only, so that an attacker can register a name that passes, with credentials.',
    },
    null_credentials: {
      title: 'The null origin may read a signed-in visitor’s answers',
      weakness: 'cors-null-credentials',
      status: 'bad',
      severity: 'important',
      deduction: 10,
      note: 'The origin null is granted with credentials; any site can speak as null from a sandboxed frame.',
    },
    reflects: {
      title: 'Any origin is sent back, without credentials',
      weakness: 'cors-reflect-public',
      status: 'weak',
      severity: 'minor',
      deduction: 3,
      note: 'Any origin at all is sent back; without credentials it is as open as a wildcard.',
    },
    lookalike: {
      title: 'A look-alike domain is granted access, without credentials',
      weakness: 'cors-reflect-public',
      status: 'weak',
      severity: 'minor',
      deduction: 3,
      note: 'The origin is compared in part only, so that an attacker can register a name that passes.',
    },
    null_origin: {
      title: 'The null origin is granted access, without credentials',
      weakness: 'cors-reflect-public',
      status: 'weak',
      severity: 'minor',
      deduction: 3,
      note: 'The origin null is granted; any site can speak as null from a sandboxed frame.',
    },
    star_credentials: {
      title: 'A wildcard is sent together with credentials',
      weakness: 'cors-wildcard-credentials',
      status: 'weak',
      severity: 'minor',
      deduction: 2,
      note: 'Browsers refuse a wildcard together with credentials: a site that needs the credentials does not get them, and the next fix may open too much.',
    },
    invalid: {
      title: 'Access-Control-Allow-Origin is unreadable',
      weakness: 'cors-invalid',
      status: 'weak',
      severity: 'minor',
      deduction: 2,
      note: 'The value is neither *, null nor one single origin, so browsers grant nothing.',
    },
  },
  judge({ cors }) {
    const grants = readings(cors);
    if (grants.length === 0) return { unknown: cors.incomplete ?? 'no probe was answered' };
    const echo = (kind: CorsProbe['kind']) =>
      grants.find((one) => one.probe.kind === kind && one.grant.kind === 'echo');
    const nullGrant = grants.find(({ grant }) => grant.nullOrigin);
    const anyOrigin = echo('foreign');
    const lookalike = anyOrigin ? undefined : echo('lookalike');
    const note = vary(grants.map(({ probe }) => probe).filter((probe) => readGrant(probe).kind === 'echo'));
    const found = [
      [anyOrigin, 'reflects_credentials', 'reflects'],
      [lookalike, 'lookalike_credentials', 'lookalike'],
      [nullGrant, 'null_credentials', 'null_origin'],
    ] as const;
    for (const [hit, withCredentials] of found) {
      if (hit?.grant.credentials) return { outcome: withCredentials, evidence: [hit.grant.text], note };
    }
    for (const [hit, , without] of found) {
      if (hit) return { outcome: without, evidence: [hit.grant.text], note };
    }
    const star = grants.find(({ grant }) => grant.kind === 'star');
    if (star) return { outcome: star.grant.credentials ? 'star_credentials' : 'star', evidence: [star.grant.text] };
    const invalid = grants.find(({ grant }) => grant.kind === 'invalid');
    if (invalid) return { outcome: 'invalid', evidence: [invalid.grant.text] };
    const fixed = grants.find(({ grant }) => grant.kind === 'other');
    if (fixed) return { outcome: 'fixed', evidence: [fixed.grant.text] };
    if (cors.incomplete !== null) return { unknown: `not every probe was answered: ${cors.incomplete}` };
    return { outcome: 'closed', evidence: grants.map(({ grant }) => grant.text) };
  },
});

function readings(cors: CorsEvidence) {
  return cors.probes.filter(({ kind }) => kind !== 'preflight').map((probe) => ({ probe, grant: readGrant(probe) }));
}

function vary(echoes: readonly CorsProbe[]): string {
  return echoes.some((probe) => !variesByOrigin(probe))
    ? 'Vary: Origin is missing too, so that a cache may give one origin’s answer to another.'
    : '';
}
