import type { LanguageOption } from './language-options.ts';
import { languageOptions } from './language-options.ts';
import { useDeployment } from './use-deployment.ts';

/** Returns the languages that can be selected. */
export const useLanguageOptions = (chosen?: string | null): LanguageOption[] => languageOptions(useDeployment(), chosen);
