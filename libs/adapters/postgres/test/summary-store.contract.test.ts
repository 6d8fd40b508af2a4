import { summaryStoreContract } from '@solano/domain/contracts';
import { openTestStores } from './stores.ts';

summaryStoreContract('PostgreSQL', openTestStores);
