import { keyStoreContract } from '@solano/domain/contracts';
import { openTestStores } from './stores.ts';

keyStoreContract('PostgreSQL', openTestStores);
