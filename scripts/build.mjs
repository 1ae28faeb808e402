import { endWith } from './setup/fail.mjs';
import { checkNode, productSteps, setUp } from './setup/steps.mjs';

try {
  checkNode();
  await setUp(productSteps);
} catch (error) {
  endWith(error);
}
