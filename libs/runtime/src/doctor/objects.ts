import type { Config } from '@solano/config';
import { DOCTOR_KEY } from '@solano/domain/kernel';
import { openObjects } from '../objects.ts';
import { examineClock } from './clock.ts';
import { type Finding, messageOf, ok, problem } from './finding.ts';

/** Modification times may have whole seconds only. */
const PRECISION_MS = 1_000;

/** Writes a small object and reads when that was; also where backups go. */
export async function examineObjects({ objectStore, backup }: Config): Promise<Finding[]> {
  const kind = objectStore.kind === 's3' ? 'bucket' : 'object folder';
  const findings = await examineStore(kind, objectStore);
  if (!backup) return findings;
  return [...findings, ...(await examineStore('backup target', backup.target))];
}

async function examineStore(kind: string, objectStore: Config['objectStore']): Promise<Finding[]> {
  try {
    await using objects = await openObjects({ objectStore });
    const before = Date.now();
    await objects.put(DOCTOR_KEY, Buffer.from(new Date(before).toISOString()), 'text/plain');
    const object = await objects.get(DOCTOR_KEY);
    object?.cancel();
    const ahead = (object?.modifiedAt.getTime() ?? before) - before;
    return [
      ok(`${kind} writes`, 'Objects can be written and read.'),
      examineClock(kind, ahead, PRECISION_MS),
    ];
  } catch (error) {
    return [problem(`${kind} writes`, messageOf(error))];
  }
}
