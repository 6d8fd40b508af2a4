import { secretCipherContract } from '@solano/domain/contracts';
import { AesSecretCipher } from '../src/secret-cipher.ts';

secretCipherContract('AES-256-GCM', (key, previous) => new AesSecretCipher(key, previous));
