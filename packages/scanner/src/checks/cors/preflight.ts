import { defineCheck } from '../../check.ts';
import type { CorsProbe } from '../../evidence/cors.ts';
import { malformedList, permitsMore, readGrant } from '../../parse/headers/cors-grant.ts';

/** Example that triggers it: OPTIONS reflects any Origin with credentials while GET grants nothing. */
export default defineCheck({
  id: 'cors/preflight',
  title: 'Origins that may send state-changing requests',
  severity: 'important',
  deduction: 8,
  why: 'Before a script on another site can send a PUT request or a JSON body, the browser sends a preflight request. If the response allows any origin with credentials, every site can send such requests on the visitor’s behalf.',
  fix: 'Check the Origin of preflight requests against the same fixed list as other requests, and allow only the methods and headers that are needed.',
  references: ['https://fetch.spec.whatwg.org/#cors-preflight-fetch'],
  needs: ['cors'],
  outcomes: {
    closed: {
      title: 'Other sites cannot send state-changing requests',
      status: 'good',
      note: 'The preflight response granted nothing to a foreign origin.',
    },
    same: {
      title: 'Preflight allows the same origins as reading',
      status: 'good',
      note: 'The preflight response is as open as the response to reads. Points are deducted there.',
    },
    star: {
      title: 'Any site can send requests without credentials',
      status: 'good',
      note: 'Any origin is allowed, without credentials.',
    },
    useless: {
      title: 'Preflight allows no state-changing requests',
      status: 'good',
      note: 'The preflight response allows any origin, but no method or header that needs a preflight request, so browsers send nothing that they would not send without it.',
    },
    credentials: {
      title: 'Any site can send state-changing requests on the visitor’s behalf',
      weakness: 'cors-reflect-credentials',
      status: 'bad',
    },
    open: {
      title: 'Preflight reflects any origin',
      weakness: 'cors-reflect-public',
      status: 'weak',
      severity: 'minor',
      deduction: 3,
      note: 'The response reflects any origin, without credentials.',
    },
  },
  judge({ cors }) {
    const probe = cors.probes.find(({ kind }) => kind === 'preflight');
    if (!probe) return { unknown: cors.incomplete ?? 'the preflight request got no response' };
    const grant = readGrant(probe);
    // Fetch §4.8 step 7: a preflight that is not a success grants nothing.
    if (probe.status < 200 || probe.status > 299)
      return { outcome: 'closed', evidence: [`OPTIONS returned ${probe.status}`] };
    if (grant.kind !== 'star' && grant.kind !== 'echo') return { outcome: 'closed', evidence: [grant.text] };
    const evidence = [[grant.text, ...permits(probe)].join(' → ')];
    const malformed = malformedList(probe);
    if (malformed !== null)
      return {
        outcome: 'useless',
        evidence,
        note: `Browsers cannot read ${malformed}: names are separated by commas.`,
      };
    if (grant.kind === 'star') return { outcome: permitsMore(probe, false) ? 'star' : 'useless', evidence };
    const read = cors.probes.find(({ kind }) => kind === 'foreign');
    const reading = read ? readGrant(read) : null;
    if (reading?.kind === 'echo' && (reading.credentials || !grant.credentials)) {
      return { outcome: 'same', evidence };
    }
    // With credentials, a wildcard is an ordinary name, so the response permits more without them.
    if (grant.credentials && permitsMore(probe, true)) return { outcome: 'credentials', evidence };
    return { outcome: permitsMore(probe, false) ? 'open' : 'useless', evidence };
  },
});

function permits({ allow_methods: methods, allow_headers: headers }: CorsProbe): string[] {
  return [
    ...methods.map((value) => `Access-Control-Allow-Methods: ${value}`),
    ...headers.map((value) => `Access-Control-Allow-Headers: ${value}`),
  ];
}
