import { publicationStoreContract } from '@solano/domain/contracts';
import { openTestStores } from './stores.ts';

publicationStoreContract('PostgreSQL', openTestStores);
