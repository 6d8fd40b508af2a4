import { outageUploadStoreContract } from '@solano/domain/contracts';
import { openTestStores } from './stores.ts';

outageUploadStoreContract('PostgreSQL', openTestStores);
