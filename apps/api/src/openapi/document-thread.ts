// Makes the document of the API, which would block the event loop for too long, and ends.
import { parentPort } from 'node:worker_threads';
import { apiDocument } from './api-document.ts';

parentPort?.postMessage(JSON.stringify(apiDocument()));
