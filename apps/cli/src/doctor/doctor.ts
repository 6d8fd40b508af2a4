import { SolanoError } from '@solano/domain/kernel';
import { examine, type Finding } from '@solano/runtime/doctor';
import type { Command } from 'commander';
import { closeWhenInterrupted } from '../interruption.ts';
import { addAction } from '../run.ts';

export function addCommands(doctor: Command): void {
  addAction(doctor, async ({ config, progress }) => {
    progress.on('checking the installation');
    const findings = await examine(config, { guard: closeWhenInterrupted });
    if (findings.some(({ status }) => status === 'problem')) throw unhealthy(findings);
    return { json: findings, text: findings.map(line).join('\n') };
  });
}

function unhealthy(findings: readonly Finding[]): SolanoError {
  const problems = findings.filter(({ status }) => status !== 'ok').map(line);
  return new SolanoError('invalid_rows', 'The installation has problems.', { problems });
}

function line({ check, status, message, help }: Finding): string {
  const found = `${status.padEnd(7)}  ${check}: ${message}`;
  // A line of its own, so that the address can be clicked.
  return help === undefined ? found : `${found}\n         ${help}`;
}
