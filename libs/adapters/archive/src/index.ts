export { newBackupKey, StreamSealer } from './sealer.ts';
export { TarArchive } from './tar-archive.ts';
