/** What the READMEs name exists, and what exists they name; the changelog has its form. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { environment } from '#server/platform/settings.ts';
import { defaultOf } from '../../scripts/settings-page.ts';

const root = new URL('../..', import.meta.url).pathname;
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const json = (path: string) => JSON.parse(read(path));
const readme = read('README.md');
const ofCore = read('bindings/README.md');

/** What a page has in a cell of this kind: the first of a row, or of a header. */
const firstCells = (page: string): string[] => [...page.matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(([, cell = '']) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));
const shellLines = (page: string): string[] => [...page.matchAll(/^```sh\n(.*?)^```/gms)].flatMap(([, code = '']) => code.trim().split('\n'));

/** The commands of the core's command line: a module each. */
const commands = readdirSync(join(root, 'bindings/src/cli/commands')).map((name) => name.replace(/\.ts$/, ''));

describe('README.md', () => {
  const scripts: Record<string, string> = json('package.json').scripts;

  test('lists exactly the scripts of package.json', () => {
    const named = firstCells(readme).flatMap((cell) => /^npm (?:run )?([\w:]+)$/.exec(cell)?.[1] ?? []);
    expect(named.toSorted()).toEqual(Object.keys(scripts).toSorted());
  });

  test('shows only existing commands', () => {
    const known = new RegExp(`^(npm (start|test)|curl .*/v0/certificates/root|npx countersign (${commands.join('|')}) .*)$`);
    expect(shellLines(readme).filter((line) => !known.test(line))).toEqual([]);
    expect(json('bindings/package.json').bin).toHaveProperty('countersign');
  });

  test('shows the commands that CI and people run', () => {
    expect(shellLines(readme)).toEqual(expect.arrayContaining(['npm start', 'npm test']));
    expect(read('.ci/run')).toMatch(/^exec npm test$/m);
    // The suites of `npm test` start the product as `npm start` does, after the same steps.
    expect(read(scripts.test?.replace('node ', '') ?? '')).toContain('productSteps');
    expect(read(scripts.start?.replace('node ', '') ?? '')).toContain('productSteps');
  });

  test.each(['README.md', 'docs/hosting.md'])('%s names settings that the server reads, with their defaults', (page) => {
    const settings = new Map<string, z.ZodType>(Object.entries(environment.shape));
    const rows = [...read(page).matchAll(/^\| (`[A-Z][A-Z_0-9]+`(?:, `[A-Z][A-Z_0-9]+`)*) \| .+ \| (.+) \|$/gm)].map(([, names = '', usual = '']) => ({ names: names.replaceAll('`', '').split(', '), usual }));
    expect(rows.length).toBeGreaterThan(5);
    expect(rows.flatMap(({ names }) => names).filter((name) => !settings.has(name))).toEqual([]);
    // The default of a list is all of its values: a row says so in words.
    const defaults = rows.filter(({ names: [name = ''], usual }) => usual !== 'all' && defaultOf(settings.get(name) ?? z.never()) !== null);
    expect(defaults.length).toBeGreaterThan(1);
    for (const { names: [name = ''], usual } of defaults) expect(usual, name).toBe(`\`${defaultOf(settings.get(name) ?? z.never())}\``);
  });

  test('asks for the version of Node that package.json asks for', () => {
    expect(`>=${/Node\.js ([\d.]+) or newer/.exec(readme)?.[1]}`).toBe(json('package.json').engines.node);
  });
});

describe('bindings/README.md', () => {
  test('lists exactly the commands', () => {
    const section = ofCore.slice(ofCore.indexOf('## Command line'));
    expect(firstCells(section).toSorted()).toEqual(commands.toSorted());
  });

  test('lists exactly the entry points', () => {
    const entries = Object.keys(json('bindings/package.json').exports).filter((entry) => entry !== './package.json');
    const named = firstCells(ofCore).filter((cell) => cell.startsWith('@countersign/core'));
    expect(named.toSorted()).toEqual(entries.map((entry) => entry.replace('.', '@countersign/core')).toSorted());
  });
});

describe('CHANGELOG.md', () => {
  const changes = read('CHANGELOG.md');
  const headings = (level: string): string[] => [...changes.matchAll(new RegExp(`^${level} (.+)$`, 'gm'))].map(([, title = '']) => title);

  test('follows Keep a Changelog and has the version of the product', () => {
    const [unreleased, ...versions] = headings('##');
    expect(unreleased).toBe('[Unreleased]');
    expect(versions.filter((title) => !/^\[\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d$/.test(title))).toEqual([]);
    expect(versions[0]).toContain(`[${json('package.json').version}]`);
    expect(headings('###').filter((title) => !/^(Added|Changed|Deprecated|Removed|Fixed|Security)$/.test(title))).toEqual([]);
  });

  test('has entries of two lines at most', () => {
    const entries = changes.slice(changes.indexOf('\n## ')).split(/\n(?=- |#|\n)/).map((entry) => entry.trim()).filter((entry) => entry !== '' && !entry.startsWith('#'));
    expect(entries.length).toBeGreaterThan(50);
    expect(entries.filter((entry) => !entry.startsWith('- ') || entry.split('\n').length > 2 || entry.split('\n').some((line) => line.length > 140))).toEqual([]);
  });
});

describe('links', () => {
  const pages = ['README.md', 'CONTRIBUTING.md', 'bindings/README.md', ...readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`)];

  test.each(pages)('%s', (page) => {
    const targets = [...read(page).matchAll(/(?:\]\(|src=")(?!https?:|mailto:|#)([^)"#\s]+)/g)].map(([, target = '']) => target);
    expect(targets.filter((target) => !existsSync(join(root, page, '..', target)))).toEqual([]);
  });
});
