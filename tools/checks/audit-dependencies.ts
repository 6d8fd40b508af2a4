// Asks the registry for advisories on what the service is made of; fails for grave ones. A registry that does not
// support such requests (a mirror, a machine without network) fails nothing, and is reported.
import { execFile } from 'node:child_process';
import { readDependencyAudit } from './dependency-audit.ts';

const stdout = await new Promise<string>((resolve) => {
  // It exits with 1 where it found anything, and where it could not ask: the report says which.
  execFile('npm', ['audit', '--omit=dev', '--json'], { timeout: 60_000 }, (_error, text) =>
    resolve(text),
  );
});
const audit = readDependencyAudit(stdout || '{}');
if (audit.kind === 'unanswered') {
  console.log(
    `Dependencies are not audited: the registry did not respond as expected (${audit.reason}).`,
  );
} else {
  for (const problem of audit.problems) console.error(problem);
  process.exitCode = audit.problems.length > 0 ? 1 : 0;
}
