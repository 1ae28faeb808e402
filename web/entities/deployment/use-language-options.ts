import type { LanguageOption } from './language-options.ts';
import { languageOptions } from './language-options.ts';
import { useDeployment } from './use-deployment.ts';

/** The languages that can be chosen, as far as the app knows what is offered. */
export const useLanguageOptions = (chosen?: string | null): LanguageOption[] => languageOptions(useDeployment(), chosen);
