import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';

const root = new URL('../..', import.meta.url).pathname;

/** The folders of the server, lowest first: each imports itself and those before it. */
const serverLayers = ['platform', 'adapters', 'repositories', 'jobs', 'backup', 'outbox', 'http', 'identity', 'authority', 'events', 'services', 'routes', 'app', 'cli'];

/** Who may import what: the target's place starts with one of these. A place not named here may import anything. */
const rules: { from: RegExp; why: string; forbidden: RegExp; except?: RegExp }[] = [
  { from: /^contract\//, why: 'the contract is data: zod and itself only', forbidden: /./, except: /^(zod$|contract\/)/ },
  { from: /^web\//, why: 'the web app never imports the server', forbidden: /^server\// },
  { from: /^server\//, why: 'the server never imports the web app', forbidden: /^web\// },
  { from: /^(web|server)\//, why: 'the core is reached by the public entries of @countersign/core', forbidden: /^bindings\/|^@countersign\/core\/(dist|generated|src)/ },
  ...serverLayers.slice(0, -1).map((layer, index) => ({
    from: new RegExp(`^server/${layer}/`), why: `server/${layer} knows no layer above it`, forbidden: new RegExp(`^server/(${serverLayers.slice(index + 1).join('|')})/`),
  })),
  { from: /^web\/ui\//, why: 'the ui kit knows no feature and no service', forbidden: /^web\/(features|app|services|entities)\// },
  { from: /^web\/services\//, why: 'services know no screens', forbidden: /^web\/(features|app|ui)\// },
  { from: /^web\/entities\//, why: 'entities know no screens', forbidden: /^web\/(features|app|ui)\// },
  { from: /^web\/features\//, why: 'features are composed in web/app', forbidden: /^web\/app\// },
  { from: /^web\/services\/engine\/pages\//, why: 'page rendering knows neither the core nor XHTML', forbidden: /^web\/services\/engine\/(core|xhtml)\// },
  { from: /^web\/services\/engine\/xhtml\//, why: 'XHTML knows neither the core nor page rendering', forbidden: /^web\/services\/engine\/(core|pages)\// },
  { from: /^web\/services\/engine\/core\//, why: 'the core may draw pages and knows no XHTML', forbidden: /^web\/services\/engine\/xhtml\// },
  { from: /^web\/app\/documents\/shared\//, why: 'what document pages share knows none of them', forbidden: /^web\/app\/documents\/(?!shared\/)/ },
  { from: /^web\/app\/documents\/editor\//, why: 'the editor knows no page that embeds it', forbidden: /^web\/app\/documents\/(?!editor\/|shared\/)/ },
  { from: /^web\/app\/documents\/signing\//, why: 'signing knows no other document page', forbidden: /^web\/app\/documents\/(?!signing\/|shared\/)/ },
  { from: /^web\/app\/documents\/(file|template|visitor)\//, why: 'document pages embed the editor and know no other page', forbidden: /^web\/app\/documents\/(signing|transaction)\// },
  { from: /^web\/app\/documents\/file\//, why: 'the page of a file knows neither templates nor visitors', forbidden: /^web\/app\/documents\/(template|visitor)\// },
  { from: /^web\/app\/documents\/template\//, why: 'the pages of a template know neither files nor visitors', forbidden: /^web\/app\/documents\/(file|visitor)\// },
  { from: /^web\/app\/documents\/visitor\//, why: 'the page of a visitor knows neither files nor templates', forbidden: /^web\/app\/documents\/(file|template)\// },
  { from: /^web\/app\/documents\/transaction\//, why: 'the pages of a transaction embed editor and signing, no other page', forbidden: /^web\/app\/documents\/(file|template|visitor)\// },
  { from: /^web\/(?!services\/)/, why: 'only web/services touches the network, the engine and storage', forbidden: /^(ky|idb|oidc-client-ts|@countersign\/core\/(worker|node))$/ },
];

const imports = sourceFiles().flatMap(({ file, source }) => importsOf(source).map((target) => ({ file, target: resolve(file, target) })));

test('there are imports to check', () => {
  expect(imports.length).toBeGreaterThan(50);
});

test.each(rules)('$why ($from)', ({ from, forbidden, except }) => {
  const broken = imports.filter(({ file, target }) => from.test(file) && !isTest(file) && forbidden.test(target) && !except?.test(target));
  expect(broken).toEqual([]);
});

test('every folder of the server is a layer', () => {
  const folders = readdirSync(join(root, 'server'), { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => name);
  expect(folders.toSorted()).toEqual([...serverLayers, 'migrations'].toSorted());
});

test('a feature never imports a feature', () => {
  const featureOf = (path: string) => /^web\/features\/([^/]+)\//.exec(path)?.[1];
  const broken = imports.filter(({ file, target }) => featureOf(file) && featureOf(target) && featureOf(file) !== featureOf(target));
  expect(broken).toEqual([]);
});

test('web and server have no barrel files', () => {
  const barrels = sourceFiles().map(({ file }) => file).filter((file) => /^(web|server)\/.*\/index\.tsx?$/.test(file));
  expect(barrels).toEqual([]);
});

function sourceFiles(): { file: string; source: string }[] {
  return ['contract', 'server', 'web'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.parentPath.includes(`${folder}/dist`))
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => ({ file: relative(root, path), source: readFileSync(path, 'utf8') })),
  );
}

function importsOf(source: string): string[] {
  return [...source.matchAll(/(?:^|\n)\s*(?:import|export)\s[^'"`;]*?from\s+['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|(?:^|\n)\s*import\s+['"]([^'"]+)['"]/g)].flatMap(([, a, b, c]) => a ?? b ?? c ?? []);
}

/** The imported module as a path from the root, or the package's name. */
function resolve(file: string, target: string): string {
  if (target.startsWith('#')) return target.slice(1);
  if (!target.startsWith('.')) return target;
  return relative(root, join(root, file, '..', target));
}

function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file);
}
