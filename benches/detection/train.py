#!/usr/bin/env python3
"""Trains the model of crates/detect on the development set, and models without the publishers of one fold.

    python3 benches/detection/train.py MODEL.bin TRUTH.json=CANDIDATES.csv... [--without FOLDER]

The examples are the candidates on rendered pages (with their text and paths and without), on the same pages shrunk
(shrink.py), on scans and on photographs, as `cargo run --release --example rasters -- RASTERS OUT.json --features
CANDIDATES.csv` writes them.

Needs numpy and lightgbm. There are models of small trees for marks (boxes, circles, ovals) and for text fields, in two
stages. The first stage scores a candidate by itself. The second stage also knows the first-stage scores of the other
candidates; `cargo run --example second_stage` computes these features. It is trained on the scores of first stages that
have not seen the publisher. A candidate weighs less the more candidates its publisher has, because the model is for forms
of others. Features of the position on the page and of the length of the rule are left out: they fit single forms.

With --without a model is trained for every fold of publishers on all the others. FOLDER/models.json names the model of each
document (`cargo run --example rasters -- ... --models` reads it), so that the score is that of unseen publishers.

The features and their order are in crates/detect/src/schema.txt, the format of the file in crates/detect/src/model/file.rs."""
import csv
import json
import os
import struct
import subprocess
import sys
from dataclasses import dataclass

import lightgbm as lgb
import numpy as np

from schema import FIRST_STAGE, SECOND_STAGE, SOURCES, checksum

MAGIC, VERSION = b'CSDM', 1
LEAF = 255
MARKS = [SOURCES.index(name) for name in ('box', 'circle', 'oval')]
NOT_TRAINED = {'width', 'rule_length', 'cell_height', 'height_above_usual', 'ink_far_left', 'word_groups_below', 'left',
               'right', 'bottom', 'width_per_count', 'floor_text'}
ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), '../..')
COMMON = dict(objective='cross_entropy', learning_rate=.04, bagging_fraction=.7, bagging_freq=1, lambda_l2=5, seed=1,
              deterministic=True, force_row_wise=True, max_bin=127, verbosity=-1, num_threads=1)
MARK = dict(COMMON, num_leaves=8, min_data_in_leaf=60, feature_fraction=.6), 120
TEXT = dict(COMMON, num_leaves=32, min_data_in_leaf=40, feature_fraction=.4), 200
SECOND_MARK = dict(COMMON, num_leaves=8, min_data_in_leaf=60, feature_fraction=.6), 80
SECOND_TEXT = dict(COMMON, num_leaves=24, min_data_in_leaf=60, feature_fraction=.4), 160


@dataclass
class Examples:
    """Candidates: features, overlap with the best field, whether to ignore it, publisher, page, deskewed rectangle."""
    features: np.ndarray
    fit: np.ndarray
    ignored: np.ndarray
    publisher: np.ndarray
    page: np.ndarray
    deskewed: np.ndarray
    documents: dict

    @staticmethod
    def joined(sets):
        pages = np.cumsum([0] + [s.page.max() + 1 for s in sets])
        parts = {name: np.concatenate([getattr(s, name) for s in sets]) for name in ('features', 'fit', 'ignored', 'publisher', 'deskewed')}
        page = np.concatenate([s.page + start for s, start in zip(sets, pages)])
        return Examples(**parts, page=page, documents={doc: owner for s in sets for doc, owner in s.documents.items()})

    @property
    def source(self):
        return self.features[:, FIRST_STAGE.index('source')].astype(int)

    @property
    def marks(self):
        return np.isin(self.source, MARKS)


def overlaps(boxes, field):
    """IoU of every candidate with a field, and whether its center lies in it."""
    width = np.minimum(boxes[:, 2], field[2]) - np.maximum(boxes[:, 0], field[0])
    height = np.minimum(boxes[:, 3], field[3]) - np.maximum(boxes[:, 1], field[1])
    common = np.maximum(width, 0) * np.maximum(height, 0)
    area = (boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1]) + (field[2] - field[0]) * (field[3] - field[1])
    x, y = (boxes[:, 0] + boxes[:, 2]) / 2, (boxes[:, 1] + boxes[:, 3]) / 2
    inside = (field[0] <= x) & (x <= field[2]) & (field[1] <= y) & (y <= field[3])
    return common / (area - common), inside


def read(truth_file, candidates_file):
    """The examples of one set of pages."""
    truth = json.load(open(truth_file))
    pages = {(d['doc'], p['page']): (d['publisher'], p) for d in truth['docs'] for p in d['pages']}
    rows = [r for r in csv.DictReader(open(candidates_file)) if (r['doc'], int(r['page'])) in pages]
    columns = lambda names, kind: np.array([[row[name] for name in names] for row in rows], np.float32).astype(kind)
    rects = columns(['x0', 'y0', 'x1', 'y1'], float)
    by_page = {}
    for i, row in enumerate(rows):
        by_page.setdefault((row['doc'], int(row['page'])), []).append(i)
    fit, ignored = np.zeros(len(rows)), np.zeros(len(rows), bool)
    publishers, number = np.empty(len(rows), object), np.zeros(len(rows), int)
    for at, (key, indices) in enumerate(by_page.items()):
        publisher, page = pages[key]
        publishers[indices], number[indices] = publisher, at
        boxes = rects[indices]
        for field in page['fields']:
            x, y = field['x'] * page['width'], field['y'] * page['height']
            rect = x, y, x + field['w'] * page['width'], y + field['h'] * page['height']
            iou, inside = overlaps(boxes, rect)
            if field['type'] == 'ignore':
                ignored[indices] |= inside
            else:
                fit[indices] = np.maximum(fit[indices], iou)
    owners = {d['doc']: d['publisher'] for d in truth['docs']}
    deskewed = columns([f'deskewed_{side}' for side in ('x0', 'y0', 'x1', 'y1')], int)
    return Examples(columns(FIRST_STAGE, np.float32), fit, ignored & (fit < .5), publishers, number, deskewed, owners)


def weights(examples, used):
    """One over the square root of the number of candidates of its publisher, scaled to a mean of 1 over those used."""
    _, owner, count = np.unique(examples.publisher.astype(str), return_inverse=True, return_counts=True)
    weight = count[owner] ** -.5
    return weight / weight[used].mean()


def train_stage(examples, names, features, used, mark, text):
    """Models for marks and for text. For text the overlap is the target, so that of two candidates the better one wins."""
    weight = weights(examples, used)
    columns = [c for c, name in enumerate(names) if name not in NOT_TRAINED]
    target = np.where(examples.fit >= .5, .1 + .9 * examples.fit, 0.)
    parts = ((examples.marks, (examples.fit >= .5) * 1., mark), (~examples.marks, target, text))

    def fit(rows, y, parameters, rounds):
        return lgb.train(parameters, lgb.Dataset(features[rows][:, columns], y[rows], weight=weight[rows]), rounds)

    return [(columns, fit(part & used, y, *settings)) for part, y, settings in parts]


def scores_of(models, examples, features, rows):
    """The scores of a stage for some rows."""
    scores = np.zeros(len(rows))
    for part, (columns, model) in zip((examples.marks[rows], ~examples.marks[rows]), models):
        if part.any():
            raw = model.predict(features[rows[part]][:, columns], raw_score=True)
            scores[part] = 1 / (1 + np.exp(-raw))
    return scores


def second_stage_features(examples, scores):
    """The second-stage features, as the detector computes them. Sorted by page and back."""
    order = np.argsort(examples.page, kind='stable')
    rows = zip(examples.page[order], examples.deskewed[order], examples.source[order], scores[order].astype(np.float32))
    lines = ''.join(f'{page},{",".join(map(str, rect))},{source},{score}\n' for page, rect, source, score in rows)
    command = ['cargo', 'run', '--quiet', '--release', '-p', 'countersign-detect', '--example', 'second_stage']
    result = subprocess.run(command, cwd=ROOT, input=lines, stdout=subprocess.PIPE, check=True, text=True)
    features = np.empty((len(scores), len(SECOND_STAGE)), np.float32)
    features[order] = [line.split(',') for line in result.stdout.splitlines()]
    return features


def train(examples, used):
    """Both stages. The second is trained on scores of first stages trained without the publisher."""
    first = train_stage(examples, FIRST_STAGE, examples.features, used, MARK, TEXT)
    scores = np.zeros(len(examples.fit))
    owners = {doc: owner for doc, owner in examples.documents.items() if owner in set(examples.publisher[used])}
    for fold in folds(owners, 2):
        held = np.isin(examples.publisher, fold)
        unseen = train_stage(examples, FIRST_STAGE, examples.features, used & ~held, MARK, TEXT)
        rows = np.flatnonzero(held)
        scores[rows] = scores_of(unseen, examples, examples.features, rows)
    both = np.hstack([examples.features, second_stage_features(examples, scores)])
    return first + train_stage(examples, FIRST_STAGE + SECOND_STAGE, both, used, SECOND_MARK, SECOND_TEXT)


def write_tree(node, columns, nodes):
    at = len(nodes)
    nodes.append(None)
    if 'leaf_value' in node:
        nodes[at] = (LEAF, 0, node['leaf_value'])
        return
    write_tree(node['left_child'], columns, nodes)
    right = len(nodes)
    write_tree(node['right_child'], columns, nodes)
    nodes[at] = (columns[node['split_feature']], right, node['threshold'])


def upper_bytes(value, count):
    """The upper bytes of a number as f32, rounded."""
    unit = 1 << 8 * (4 - count)
    bits, = struct.unpack('<I', struct.pack('<f', value))
    return struct.pack('<I', bits + unit // 2)[4 - count:]


def write(models, path):
    out = bytearray(MAGIC + struct.pack('<HI', VERSION, checksum()))
    for columns, model in models:
        trees = model.dump_model()['tree_info']
        out += struct.pack('<H', len(trees))
        for tree in trees:
            nodes = []
            write_tree(tree['tree_structure'], columns, nodes)
            out += struct.pack('<B', len(nodes))
            for feature, right, value in nodes:
                out += bytes([LEAF]) + upper_bytes(value, 2) if feature == LEAF else bytes([feature, right]) + upper_bytes(value, 3)
    open(path, 'wb').write(out)
    print(f'{path}: {len(out)} bytes', flush=True)


def folds(documents, count=4):
    """Publishers in groups that are left out together: the largest first, each to the group with the fewest documents."""
    owners = list(documents.values())
    groups = [[] for _ in range(count)]
    for publisher in sorted(set(owners), key=lambda p: (-owners.count(p), p)):
        min(groups, key=lambda group: sum(owners.count(p) for p in group)).append(publisher)
    return groups


def main():
    without = sys.argv.index('--without') if '--without' in sys.argv else len(sys.argv)
    examples = Examples.joined([read(*pair.split('=')) for pair in sys.argv[2:without]])
    if sys.argv[1] != '-':
        write(train(examples, ~examples.ignored), sys.argv[1])
    if without == len(sys.argv):
        return
    folder, models = sys.argv[without + 1], {}
    os.makedirs(folder, exist_ok=True)
    for number, fold in enumerate(folds(examples.documents)):
        path = os.path.abspath(f'{folder}/{number}.bin')
        write(train(examples, ~examples.ignored & ~np.isin(examples.publisher, fold)), path)
        models.update((doc, path) for doc, own in examples.documents.items() if own in fold)
    json.dump(models, open(f'{folder}/models.json', 'w'), indent=1)


if __name__ == '__main__':
    main()
