import 'reflect-metadata';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

// n8n's engine reads these when it is loaded: this file is to be imported before it.
const home = mkdtempSync(path.join(tmpdir(), 'media-generation-engine-'));
process.env.N8N_USER_FOLDER = home;
process.env.N8N_ENCRYPTION_KEY = 'test-encryption-key';
process.env.N8N_LOG_LEVEL = 'silent';
process.on('exit', () => rmSync(home, { recursive: true, force: true }));
