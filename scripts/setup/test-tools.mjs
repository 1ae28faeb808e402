import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { SetupProblem } from './fail.mjs';
import { root, toolCache } from './paths.mjs';
import { has, run } from './run.mjs';

const judgeSource = join(root, '..', 'shared', 'judge', 'signature');

/** The browser of the end-to-end tests. */
export const chromium = aptStep('Chromium', ['chromium-headless-shell'], () => has('chromium-headless-shell') || has('chromium') || has('google-chrome'));

/** Programs that judge our PDFs from outside. */
export const pdfTools = aptStep(
  'PDF judges (qpdf, poppler, MuPDF, NSS)',
  ['qpdf', 'poppler-utils', 'mupdf-tools', 'libnss3-tools'],
  () => has('qpdf') && has('pdfsig', ['-v']) && has('mutool', ['-v']) && has('certutil', ['-H']),
);

/** A token in software, and the program that signs with tokens; without them the test of PKCS#11 is skipped. */
export const tokens = aptStep('PKCS#11 (SoftHSM, OpenSC)', ['softhsm2', 'opensc'], () => has('softhsm2-util', ['--version']) && has('pkcs11-tool', ['--help']));

/** Programs that convert documents of other kinds; without them the tests of these conversions are skipped. */
export const converters = aptStep(
  'Converters (LibreOffice, Ghostscript, bubblewrap)',
  ['libreoffice-writer-nogui', 'libreoffice-calc-nogui', 'libreoffice-impress-nogui', 'libreoffice-draw-nogui', 'ghostscript', 'bubblewrap', 'fonts-liberation', 'fonts-crosextra-carlito', 'fonts-crosextra-caladea', 'fonts-noto-core'],
  () => has('soffice') && has('gs') && has('bwrap'),
);

/** PDFBox's judge of PDF/A, written in Java; without it that test is skipped. */
export const archiveJudge = aptStep('PDF/A judge (PDFBox)', ['default-jdk-headless', 'libpdfbox2-java', 'libjaxb-api-java'], () => has('javac', ['-version']) && existsSync('/usr/share/java/preflight.jar') && existsSync('/usr/share/java/jaxb-api.jar'));

/** PDFBox and BouncyCastle judge signatures in Java; only the measuring of honest files needs them. */
export const signatureJudge = aptStep(
  'Signature judge (PDFBox, BouncyCastle)',
  ['default-jdk-headless', 'libpdfbox2-java', 'libbcpkix-java'],
  () => has('javac', ['-version']) && ['pdfbox2', 'bcprov', 'bcpkix', 'bcutil'].every((name) => existsSync(`/usr/share/java/${name}.jar`)),
);

/** pyHanko in an environment of its own; only where the judges' programs lie beside the checkout. */
export const judges = {
  title: 'Signature judge (pyHanko)',
  check: () => !existsSync(judgeSource) || existsSync(join(toolCache, 'judge', 'venv', 'ready')),
  run: installJudge,
};

/** Chrome's reader of PDFs, beside those of Debian; without it the test of readers that disagree leaves it out. */
export const pdfium = {
  title: 'PDFium (pypdfium2)',
  check: () => existsSync(join(toolCache, 'readers', 'venv', 'ready')),
  run: async () => {
    const home = join(toolCache, 'readers', 'venv');
    await run('python3', ['-m', 'venv', home], { cure: 'Install Python 3.10 or newer with its venv module (Debian and Ubuntu: apt-get install python3-venv).' });
    await run(join(home, 'bin', 'pip'), ['install', 'pypdfium2==5.15.2'], { cure: 'pip could not install pypdfium2: check the network and the index that pip is set to.' });
    await run('touch', [join(home, 'ready')]);
  },
};

async function installJudge() {
  if (!existsSync(judgeSource)) return;
  const home = join(toolCache, 'judge', 'venv');
  const cure = 'Install Python 3.10 or newer with its venv module (Debian and Ubuntu: apt-get install python3-venv).';
  await run('python3', ['-m', 'venv', home], { cure });
  await run(join(home, 'bin', 'pip'), ['install', '-r', join(judgeSource, 'requirements.txt')], { cure: 'pip could not install the judge: check the network and the index that pip is set to.' });
  await run('touch', [join(home, 'ready')]);
}

function aptStep(title, packages, present) {
  return { title, check: present, run: () => installDebian(title, packages) };
}

async function installDebian(title, packages) {
  const cure = `Install these yourself and run the tests again: ${packages.join(' ')} (Debian and Ubuntu: sudo apt-get install ${packages.join(' ')}).`;
  if (!has('apt-get')) throw new SetupProblem(`${title} is missing, and there is no apt-get here to install it with.`, cure);
  if (process.getuid?.() !== 0) throw new SetupProblem(`${title} is missing, and installing it needs rights that this user does not have.`, cure);
  const how = { env: { DEBIAN_FRONTEND: 'noninteractive' }, cure, outlives: true };
  await run('apt-get', ['update'], how);
  // One that an earlier try began may still be at it.
  await run('apt-get', ['install', '-y', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=300', ...packages], how);
}
