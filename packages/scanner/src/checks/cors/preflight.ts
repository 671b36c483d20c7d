import { defineCheck } from '../../check.ts';
import { readGrant } from '../../parse/headers/cors-grant.ts';

/** Example that triggers it: OPTIONS reflects any Origin with credentials while GET grants nothing. */
export default defineCheck({
  id: 'cors/preflight',
  title: 'Which origins may send changing requests',
  severity: 'important',
  deduction: 8,
  why: 'Before a script of another site may send a PUT or a JSON body, the browser asks with a preflight. A preflight that says yes to any origin, with credentials, lets every site send such requests in the visitor’s name.',
  fix: 'Answer preflights from the same fixed list of origins as everything else, and name only the methods and headers that are needed.',
  references: ['https://fetch.spec.whatwg.org/#cors-preflight-fetch'],
  needs: ['cors'],
  outcomes: {
    closed: {
      title: 'Other sites may not send changing requests',
      status: 'good',
      note: 'The preflight granted nothing to a foreign origin.',
    },
    same: {
      title: 'Preflight is as open as reading',
      status: 'good',
      note: 'As open as reading is; the points are taken there.',
    },
    star: {
      title: 'Any site may send requests without credentials',
      status: 'good',
      note: 'Open to any origin, without credentials.',
    },
    credentials: {
      title: 'Any site may send changing requests in the visitor’s name',
      weakness: 'cors-reflect-credentials',
      status: 'bad',
    },
    open: {
      title: 'Preflight sends any origin back',
      weakness: 'cors-reflect-public',
      status: 'weak',
      severity: 'minor',
      deduction: 3,
      note: 'Any origin is sent back, without credentials.',
    },
  },
  judge({ cors }) {
    const probe = cors.probes.find(({ kind }) => kind === 'preflight');
    if (!probe) return { unknown: cors.incomplete ?? 'the preflight was not answered' };
    const grant = readGrant(probe);
    // Fetch §4.8 step 7: a preflight that is not a success grants nothing.
    if (probe.status < 200 || probe.status > 299)
      return { outcome: 'closed', evidence: [`OPTIONS was answered ${probe.status}`] };
    if (grant.kind === 'star') return { outcome: 'star', evidence: [grant.text] };
    if (grant.kind !== 'echo') return { outcome: 'closed', evidence: [grant.text] };
    const read = cors.probes.find(({ kind }) => kind === 'foreign');
    const reading = read ? readGrant(read) : null;
    if (reading?.kind === 'echo' && (reading.credentials || !grant.credentials)) {
      return { outcome: 'same', evidence: [grant.text] };
    }
    return { outcome: grant.credentials ? 'credentials' : 'open', evidence: [grant.text] };
  },
});
