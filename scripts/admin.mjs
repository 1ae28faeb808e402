#!/usr/bin/env node
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { productNode, root } from './setup/paths.mjs';

const { status, error } = spawnSync(productNode, ['--disable-warning=ExperimentalWarning', join(root, 'server', 'cli', 'main.ts'), ...process.argv.slice(2)], { stdio: 'inherit' });
if (error) throw error;
process.exitCode = status ?? 1;
