/**
 * What a change does to the looks of the components: pictures of the gallery as it is and as it was at a commit, the last one unless
 * another is named, made on this machine, so that fonts and browser are the same:
 *
 *     npm run check:gallery [-- COMMIT]
 *
 * Fails if a picture differs, and writes those that do to `.setup/gallery/index.html`, side by side.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../support/shared.ts';
import { buildGallery, takePictures } from './pictures.ts';
import { changesOf, reportOf } from './report.ts';

const commit = process.argv[2] ?? 'HEAD';
const results = join(root, '.setup', 'gallery');
const checkout = join(results, 'checkout');
const git = (...args: readonly string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' });

async function picturesOf(folder: string, name: string): Promise<Map<string, Buffer>> {
  const built = join(results, name);
  await buildGallery(folder, built);
  let taken = 0;
  const pictures = await takePictures(built, () => {
    taken += 1;
    if (taken % 100 === 0) console.log(`${name}: ${taken} pictures`);
  });
  rmSync(built, { recursive: true, force: true });
  return pictures;
}

/** The files of the commit, with the packages that are installed here. */
async function picturesAt(): Promise<Map<string, Buffer>> {
  git('worktree', 'add', '--force', '--detach', checkout, commit);
  try {
    if (!existsSync(join(checkout, 'web', 'gallery'))) throw new Error(`${commit} has no gallery`);
    for (const linked of ['node_modules', 'bindings/dist', 'bindings/generated', 'bindings/fonts', 'bindings/node_modules']) {
      if (existsSync(join(root, linked)) && !existsSync(join(checkout, linked))) symlinkSync(join(root, linked), join(checkout, linked));
    }
    return await picturesOf(checkout, 'before');
  } finally {
    git('worktree', 'remove', '--force', checkout);
  }
}

rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const before = await picturesAt();
const after = await picturesOf(root, 'after');
const changes = changesOf(before, after);
writeFileSync(join(results, 'index.html'), reportOf(changes));
console.log(changes.length === 0 ? `${after.size} pictures, none differs from ${commit}` : `${changes.length} of ${after.size} pictures differ from ${commit}: ${join(results, 'index.html')}`);
process.exitCode = changes.length === 0 ? 0 : 1;
