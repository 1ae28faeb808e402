import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { endWith, SetupProblem } from './setup/fail.mjs';
import { productNode, root } from './setup/paths.mjs';
import { checkNode, productSteps, setUp } from './setup/steps.mjs';

const port = Number(process.env.PORT ?? 3000);

try {
  checkNode();
  await checkPort();
  await setUp(productSteps);
  serve();
} catch (error) {
  endWith(error);
}

/** Says that the port is taken now, not after minutes of building. */
function checkPort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', () => reject(new SetupProblem(`Port ${port} is taken by another program.`, `End that program or choose another port: PORT=${port + 1} npm start`)));
    probe.listen(port, () => probe.close(resolve));
  });
}

function serve() {
  const server = spawn(productNode, ['--disable-warning=ExperimentalWarning', join(root, 'server', 'app', 'main.ts')], { cwd: root, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal));
  server.on('exit', (status, signal) => process.exit(signal ? 1 : (status ?? 1)));
}
