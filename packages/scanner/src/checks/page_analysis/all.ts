import type { AnyCheck } from '../../check.ts';
import activeMixedContent from './active-mixed-content.ts';
import baseElement from './base-element.ts';
import externalDependencies from './external-dependencies.ts';
import frames from './frames.ts';
import ignoredMetaPolicy from './ignored-meta-policy.ts';
import inlineCode from './inline-code.ts';
import insecureForm from './insecure-form.ts';
import passiveMixedContent from './passive-mixed-content.ts';
import passwordOverHttp from './password-over-http.ts';
import subresourceIntegrity from './subresource-integrity.ts';
import vulnerableLibrary from './vulnerable-library.ts';
import windowOpener from './window-opener.ts';

/** In report order. */
export const pageAnalysisChecks: readonly AnyCheck[] = [
  activeMixedContent,
  passiveMixedContent,
  insecureForm,
  passwordOverHttp,
  vulnerableLibrary,
  subresourceIntegrity,
  baseElement,
  frames,
  windowOpener,
  externalDependencies,
  inlineCode,
  ignoredMetaPolicy,
];
