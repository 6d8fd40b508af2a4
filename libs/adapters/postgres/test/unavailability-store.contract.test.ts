import { unavailabilityStoreContract } from '@solano/domain/contracts';
import { openTestStores } from './stores.ts';

unavailabilityStoreContract('PostgreSQL', openTestStores);
