import { defineCheck } from '../../check.ts';
import { fieldValues, finalHop } from '../../evidence/http.ts';
import {
  isAdvertisingFeature,
  isGoneFeature,
  isKnownFeature,
  parsePermissionsPolicy,
  POWERFUL_FEATURES,
  permissionsPolicyFault,
  strangeFeatures,
} from '../../parse/headers/permissions-policy.ts';
import { permissionsFix } from './permissions-fix.ts';

/** Example that triggers it: `Permissions-Policy: camera 'none'` (Feature-Policy syntax), or `camera=*`. */
export default defineCheck({
  id: 'headers/permissions-policy',
  title: 'Permissions-Policy',
  header: 'Permissions-Policy',
  severity: 'minor',
  deduction: 3,
  why: 'Permissions-Policy switches off browser features that the site does not use (camera, microphone, location, payment), so that neither injected code nor an embedded frame can request them.',
  fix: 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  references: ['https://www.w3.org/TR/permissions-policy/', 'https://www.rfc-editor.org/rfc/rfc9651'],
  needs: ['http'],
  optional: ['page'],
  outcomes: {
    good: { title: 'Permissions-Policy limits browser features', status: 'good' },
    missing: { title: 'No Permissions-Policy', weakness: 'permissions-missing', status: 'missing' },
    invalid: {
      title: 'Permissions-Policy is invalid and ignored',
      weakness: 'permissions-missing',
      status: 'weak',
      deduction: 2,
      note: 'The header is not a structured-field dictionary, so browsers ignore all of it.',
    },
    nothing: {
      title: 'Permissions-Policy limits no feature that browsers support',
      weakness: 'permissions-missing',
      status: 'weak',
      deduction: 2,
      note: 'The header limits nothing.',
    },
    advertising_only: {
      title: 'Permissions-Policy switches off advertising features only',
      weakness: 'permissions-missing',
      status: 'weak',
      deduction: 2,
      note: 'The header covers only advertising experiments, most of which browsers have dropped (such as interest-cohort). Camera, microphone, location and payment are not restricted.',
    },
    open: {
      title: 'Permissions-Policy allows powerful features to every origin',
      weakness: 'permissions-missing',
      status: 'weak',
      deduction: 2,
      note: 'The value * lets a frame of any origin use these features if its allow attribute names them, as an injected frame’s would.',
    },
  },
  judge({ http, page }) {
    const { headers } = finalHop(http);
    const values = fieldValues(headers, 'permissions-policy');
    const verdict = judgeValues(values);
    if (verdict.outcome === 'good') return verdict;
    const written = values.length > 0 ? values : fieldValues(headers, 'feature-policy');
    return { ...verdict, fix: permissionsFix(written, page) };
  },
});

function judgeValues(values: readonly string[]) {
  if (values.length === 0) return { outcome: 'missing' } as const;
  const policy = parsePermissionsPolicy(values);
  if (policy === null)
    return { outcome: 'invalid', evidence: values, note: permissionsPolicyFault(values.join(', ')) } as const;
  const features = [...policy.features.keys()];
  if (features.length === 0) return { outcome: 'nothing', evidence: values, note: 'It names no feature.' } as const;
  if (features.every(isAdvertisingFeature)) return { outcome: 'advertising_only', evidence: values } as const;
  if (features.every(isGoneFeature))
    return { outcome: 'nothing', evidence: values, note: 'Browsers have dropped every feature it lists.' } as const;
  const strange = strangeFeatures(features);
  if (!features.some(isKnownFeature))
    return {
      outcome: 'nothing',
      evidence: values,
      note: `No browser is known to support any feature it lists: ${strange.join(', ')}.`,
    } as const;
  const open = POWERFUL_FEATURES.filter((feature) => policy.features.get(feature)?.includes('*'));
  const skipped =
    policy.skipped.length > 0
      ? `Browsers skip part of the allowlist of: ${policy.skipped.join(', ')}. Write self without quotes and each origin in double quotes; a list without a valid entry switches the feature off.`
      : '';
  const unsupported = strange.length > 0 ? `No browser is known to support: ${strange.join(', ')}.` : '';
  const remarks = [skipped, unsupported].filter(Boolean).join(' ');
  if (open.length > 0) {
    return {
      outcome: 'open',
      evidence: open.map((feature) => `${feature}=*`),
      note: `Seen: ${open.join(', ')}. ${remarks}`.trim(),
    } as const;
  }
  const limits = (name: string): boolean => !(policy.features.get(name)?.includes('*') ?? false);
  if (!features.some((name) => isKnownFeature(name) && limits(name))) {
    if (features.some((name) => isAdvertisingFeature(name) && limits(name)))
      return { outcome: 'advertising_only', evidence: values } as const;
    return { outcome: 'nothing', evidence: values, note: 'It allows what it lists to every origin.' } as const;
  }
  return { outcome: 'good', evidence: values, note: remarks } as const;
}
