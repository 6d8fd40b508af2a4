import { purchaseWorkflowContract } from '@solano/domain/contracts';
import { noDeliveries } from '@solano/tools/test-engine';
import { openTestEngine } from './test-engine.ts';

purchaseWorkflowContract('embedded', (steps) =>
  openTestEngine({ steps, deliveries: noDeliveries }),
);
