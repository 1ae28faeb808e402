import type { Page } from 'playwright';

/** What a page complains of, as it comes: errors nobody caught, and what it writes to the console as one. */
export function pageErrorsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`page error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`console: ${message.text()}`);
  });
  return complaints;
}
