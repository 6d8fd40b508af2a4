import { measurementStoreContract } from '@solano/domain/contracts';
import { openTestStores } from './stores.ts';

measurementStoreContract('PostgreSQL', openTestStores);
