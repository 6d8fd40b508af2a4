import { secretCipherContract } from '@solano/domain/contracts';
import { AesSecretCipher } from './secret-cipher.ts';

secretCipherContract('AES-256-GCM', (key, previous) => new AesSecretCipher(key, previous));
