import { backtestStoreContract } from '@solano/domain/contracts';
import { openTestStores } from './stores.ts';

backtestStoreContract('PostgreSQL', openTestStores);
