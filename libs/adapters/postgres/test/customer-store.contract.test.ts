import { customerStoreContract } from '@solano/domain/contracts';
import { openTestStores } from './stores.ts';

customerStoreContract('PostgreSQL', openTestStores);
