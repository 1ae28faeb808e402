/** The programs that the documentation of the core shows, taken out of it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../support/shared.ts';

/** A program, and where it stands: "docs/core.md: Fill", "bindings/src/node.ts: createNodeEngine". */
export type Example = [where: string, code: string];

/** The code blocks of a page in one language, under their headings. */
export function examplesOf(page: string, language: 'js' | 'sh'): Example[] {
  const text = readFileSync(join(root, page), 'utf8');
  const block = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms');
  return text.split(/^#+ /m).flatMap((section) => {
    const [title = ''] = section.split('\n', 1);
    return [...section.matchAll(block)].map(([, code = '']): Example => [`${page}: ${title}`, code]);
  });
}

/** The `@example` of every doc comment of the bindings. */
export function documentedExamples(): Example[] {
  const folder = join(root, 'bindings/src');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts')).toSorted();
  return files.flatMap((name) => {
    const source = readFileSync(join(folder, name), 'utf8');
    // What stands below the comment says whose it is.
    return [...source.matchAll(/^ *\* @example\n([^]*?)^ *\*\/\n\s*(?:export )?(?:async )?(?:function |interface )?(\w+)/gm)].map(
      ([, comment = '', subject]): Example => [`bindings/src/${name}: ${subject}`, comment.replaceAll(/^ *\* ?/gm, '')],
    );
  });
}
