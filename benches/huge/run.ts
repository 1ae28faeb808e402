import { statSync } from 'node:fs';
import { join } from 'node:path';
import { inBareNode } from '../bare-node.ts';
import type { LimitName } from '../goals.ts';
import { inChromium } from './chromium.ts';
import { hugeFile } from './huge-file.ts';

const runs = 7;

interface Measured {
  milliseconds: number;
  peakMegabytes: number;
}

const here = new URL('.', import.meta.url).pathname;

/** The section of the report, and its figures. */
export interface HugeSection {
  text: string;
  figures: Partial<Record<LimitName, number>>;
}

/** Opens a gigabyte, fills twenty fields and gives the new bytes, in Node and in Chromium. */
export async function hugeSection(work: string): Promise<HugeSection> {
  const path = hugeFile(work);
  const inNode = middle(Array.from({ length: runs }, () => measure([path])));
  const baseline = measure([]).peakMegabytes;
  const inTab = middle(await inChromium(path, work, runs));
  const figures = {
    'huge file in Node, time': inNode.milliseconds,
    'huge file in Node, memory': inNode.peakMegabytes - baseline,
    'huge file in Chromium, time': inTab.milliseconds,
    'huge file in Chromium, memory': inTab.megabytes,
  };
  const text = `## A file of ${(statSync(path).size / 1e9).toFixed(1)} GB

From opening the file on disk, through filling 20 fields, to the new bytes; median of ${runs}. Memory is the amount above the engine alone: the
peak of the process in Node, and what the tab holds afterwards in Chromium.

| | ms | MB |
|---|---|---|
| Node | ${inNode.milliseconds.toFixed(0)} | ${(inNode.peakMegabytes - baseline).toFixed(0)} |
| Chromium, in a worker | ${inTab.milliseconds.toFixed(0)} | ${inTab.megabytes.toFixed(0)} |`;
  return { text, figures };
}

/** The one in the middle, by time. */
function middle<Run extends { milliseconds: number }>(all: readonly Run[]): Run {
  const found = all.toSorted((one, other) => one.milliseconds - other.milliseconds)[Math.floor(all.length / 2)];
  if (!found) throw new Error('Nothing was measured');
  return found;
}

function measure(order: string[]): Measured {
  return inBareNode(join(here, 'measure.ts'), order) as Measured;
}
