// Makes the bundle of the workflows that a Temporal worker runs, where a worker would make it at its first start: an image
// has it already. Needs Temporal's packages.
import { workflowBundle } from '@solano/temporal/bundle';

const { buildId } = await workflowBundle();
console.log(`workflows: build ${buildId}`);
