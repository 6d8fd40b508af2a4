import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take long for their size, by which the base class sorts what has not run here before. */
const LONG = new RegExp(
  [
    '/(faults|restart|health|engine-outage|slow-clients|worker|temporal|market-data|backup)\\.e2e\\.test\\.ts$',
    '/temporal/test/(worker|crash|outage)\\.contract\\.test\\.ts$',
    '/(new-purchase|upload)\\.unit\\.test\\.tsx$',
  ].join('|'),
);

/** Starts the long files of a tier first, so that none of them runs alone at the end. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isShort = ({ moduleId }: TestSpecification) => Number(!LONG.test(moduleId));
    const group = ({ project }: TestSpecification) => project.config.sequence.groupOrder;
    return sorted.toSorted((a, b) => {
      const inOrder = group(a) - group(b) || isShort(a) - isShort(b);
      return inOrder || a.project.name.localeCompare(b.project.name);
    });
  }
}
