import { deviationStoreContract } from '@solano/domain/contracts';
import { openTestStores } from './stores.ts';

deviationStoreContract('PostgreSQL', openTestStores);
