import { unavailabilityStoreContract } from '@solano/domain/contracts';
import { openTestStores } from './test-stores.ts';

unavailabilityStoreContract('PostgreSQL', openTestStores);
