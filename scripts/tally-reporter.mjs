import { writeFileSync } from 'node:fs';

/**
 * A vitest reporter that writes the tally of one part to a file (`PALISADE_TALLY`): for each test file what passed,
 * was skipped, failed with which message, and what passed only on the second try.
 */
export default class TallyReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const tally = {
      files: {},
      outside: unhandledErrors.map(({ message }) => ({ name: 'outside of any test', message })),
    };
    for (const module of modules) {
      const file = module.relativeModuleId;
      const project = module.project.name;
      const ofFile = { file, project, passed: 0, skipped: 0, failures: [], secondTries: [] };
      // A file can belong to two projects.
      tally.files[`${project} ${file}`] = ofFile;
      for (const error of module.errors()) ofFile.failures.push({ name: file, message: error.message });
      for (const suite of module.children.allSuites())
        for (const error of suite.errors())
          ofFile.failures.push({ name: `${file} > ${suite.fullName}`, message: error.message });
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result();
        const name = `${file} > ${test.fullName}`;
        if (state === 'passed') ofFile.passed += 1;
        else if (state === 'failed')
          ofFile.failures.push({ name, message: errors.map(({ message }) => message).join('\n') });
        else ofFile.skipped += 1;
        if (state === 'passed' && (test.diagnostic()?.retryCount ?? 0) > 0)
          ofFile.secondTries.push(`${name}: ${(errors ?? []).map(({ message }) => message.slice(0, 300)).join('; ')}`);
      }
    }
    writeFileSync(process.env.PALISADE_TALLY, JSON.stringify(tally));
  }
}
