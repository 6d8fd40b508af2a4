import { imbalancePriceStoreContract } from '@solano/domain/contracts';
import { openTestStores } from './stores.ts';

imbalancePriceStoreContract('PostgreSQL', openTestStores);
