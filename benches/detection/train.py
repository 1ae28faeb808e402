#!/usr/bin/env python3
"""Trains the ranker of crates/detect on the development set, and rankers that have not seen a publisher.

    python3 benches/detection/train.py OUT.bin TRUTH.json=CANDIDATES.csv... [--without FOLDER]

The examples are the candidates on drawn pages (with their text and paths and without), on the same shrunk (shrink.py), on scans
and on photographs, as `cargo run --release --example rasters -- RASTERS OUT.json --features CANDIDATES.csv` writes them.

Needs numpy and lightgbm. Models of small trees for marks (boxes, circles, ovals) and for places for text, twice: the first look
judges a place by itself, the second one knows what the first said of the other places (context.py). The second look is trained
on what first looks say of publishers that they have not seen. A place weighs less the more places its publisher has: the ranker
is for forms of others. Where on the page a place is and how long its rule is are left out: they fit single forms.

With --without a ranker is trained for every fold of publishers on all the others; FOLDER/rankers.json says which file is for
which document (`cargo run --example rasters -- … --rankers` takes it), so that what is judged is the detector itself.

ranker.bin: for each look and of it for marks and text the number of trees (u16), for each tree the number of nodes (u8), for
each node its feature (u8), its right child (u8; the left one follows it) and the three upper bytes of its threshold (f32), or
255 and the two upper bytes of a leaf's value, little-endian: so they weigh two thirds, and what is found is the
same but for a field in a thousand."""
import csv
import json
import os
import struct
import sys
from dataclasses import dataclass

import lightgbm as lgb
import numpy as np

from context import context_of

FIRST_MARK = 9  # sources from here on are marks, see crates/detect/src/candidates/candidate.rs
LEFT_OUT = {1, 4, 5, 12, 25, 26, 38, 39, 40, 52, 58}
COMMON = dict(objective='cross_entropy', learning_rate=.04, bagging_fraction=.7, bagging_freq=1, lambda_l2=5, seed=1,
              deterministic=True, force_row_wise=True, max_bin=127, verbosity=-1, num_threads=1)
MARK = dict(COMMON, num_leaves=8, min_data_in_leaf=60, feature_fraction=.6), 120
TEXT = dict(COMMON, num_leaves=32, min_data_in_leaf=40, feature_fraction=.4), 200
SECOND_MARK = dict(COMMON, num_leaves=8, min_data_in_leaf=60, feature_fraction=.6), 80
SECOND_TEXT = dict(COMMON, num_leaves=24, min_data_in_leaf=60, feature_fraction=.4), 160


@dataclass
class Examples:
    """Candidates: their features, how well each fits a field, whether it counts, its publisher, page and place there."""
    features: np.ndarray
    fit: np.ndarray
    ignored: np.ndarray
    publisher: np.ndarray
    page: np.ndarray
    place: np.ndarray
    documents: dict

    @staticmethod
    def joined(sets):
        pages = np.cumsum([0] + [s.page.max() + 1 for s in sets])
        parts = {name: np.concatenate([getattr(s, name) for s in sets]) for name in ('features', 'fit', 'ignored', 'publisher', 'place')}
        page = np.concatenate([s.page + start for s, start in zip(sets, pages)])
        return Examples(**parts, page=page, documents={doc: owner for s in sets for doc, owner in s.documents.items()})

    @property
    def marks(self):
        return self.features[:, 0] >= FIRST_MARK


def overlaps(boxes, field):
    """IoU of every candidate with a field, and whether its middle lies in it."""
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
    rows = [r for r in csv.reader(open(candidates_file)) if (r[0], int(r[1])) in pages]
    numbers = np.array([r[2:] for r in rows], np.float32)
    by_page = {}
    for i, row in enumerate(rows):
        by_page.setdefault((row[0], int(row[1])), []).append(i)
    fit, ignored = np.zeros(len(rows)), np.zeros(len(rows), bool)
    publishers, number = np.empty(len(rows), object), np.zeros(len(rows), int)
    for at, (key, indices) in enumerate(by_page.items()):
        publisher, page = pages[key]
        publishers[indices], number[indices] = publisher, at
        boxes = numbers[indices][:, :4].astype(float)
        for field in page['fields']:
            x, y = field['x'] * page['width'], field['y'] * page['height']
            rect = x, y, x + field['w'] * page['width'], y + field['h'] * page['height']
            iou, inside = overlaps(boxes, rect)
            if field['type'] == 'ignore':
                ignored[indices] |= inside
            else:
                fit[indices] = np.maximum(fit[indices], iou)
    owners = {d['doc']: d['publisher'] for d in truth['docs']}
    return Examples(numbers[:, 5:-4], fit, ignored & (fit < .5), publishers, number, numbers[:, -4:].astype(int), owners)


def weights(examples, used):
    """One over the root of how many places the publisher of each has, 1 in the mean of those used."""
    _, owner, count = np.unique(examples.publisher.astype(str), return_inverse=True, return_counts=True)
    weight = count[owner] ** -.5
    return weight / weight[used].mean()


def train_look(examples, features, used, mark, text):
    """Models for marks and for text; of two readings that fit, the better fit is to win."""
    weight = weights(examples, used)
    columns = [c for c in range(features.shape[1]) if c not in LEFT_OUT]
    target = np.where(examples.fit >= .5, .1 + .9 * examples.fit, 0.)
    parts = ((examples.marks, (examples.fit >= .5) * 1., mark), (~examples.marks, target, text))

    def fit(rows, y, parameters, rounds):
        return lgb.train(parameters, lgb.Dataset(features[rows][:, columns], y[rows], weight=weight[rows]), rounds)

    return [(columns, fit(part & used, y, *settings)) for part, y, settings in parts]


def scores_of(models, examples, features, rows):
    """What a look says of some rows."""
    scores = np.zeros(len(rows))
    for part, (columns, model) in zip((examples.marks[rows], ~examples.marks[rows]), models):
        if part.any():
            raw = model.predict(features[rows[part]][:, columns], raw_score=True)
            scores[part] = 1 / (1 + np.exp(-raw))
    return scores


def train(examples, used):
    """Both looks. The second learns from what the first says of publishers left out of it."""
    first = train_look(examples, examples.features, used, MARK, TEXT)
    scores = np.zeros(len(examples.fit))
    owners = {doc: owner for doc, owner in examples.documents.items() if owner in set(examples.publisher[used])}
    for fold in folds(owners, 2):
        held = np.isin(examples.publisher, fold)
        unseen = train_look(examples, examples.features, used & ~held, MARK, TEXT)
        rows = np.flatnonzero(held)
        scores[rows] = scores_of(unseen, examples, examples.features, rows)
    both = np.hstack([examples.features, context_of(examples.page, examples.place, examples.features[:, 0].astype(int), scores)])
    return first + train_look(examples, both, used, SECOND_MARK, SECOND_TEXT)


def write_tree(node, columns, nodes):
    at = len(nodes)
    nodes.append(None)
    if 'leaf_value' in node:
        nodes[at] = (255, 0, node['leaf_value'])
        return
    write_tree(node['left_child'], columns, nodes)
    right = len(nodes)
    write_tree(node['right_child'], columns, nodes)
    nodes[at] = (columns[node['split_feature']], right, node['threshold'])


def upper_bytes(value, count):
    """The upper bytes of the number, rounded, as f32."""
    unit = 1 << 8 * (4 - count)
    bits, = struct.unpack('<I', struct.pack('<f', value))
    return struct.pack('<I', bits + unit // 2)[4 - count:]


def write(models, path):
    out = bytearray()
    for columns, model in models:
        trees = model.dump_model()['tree_info']
        out += struct.pack('<H', len(trees))
        for tree in trees:
            nodes = []
            write_tree(tree['tree_structure'], columns, nodes)
            out += struct.pack('<B', len(nodes))
            for feature, right, value in nodes:
                out += bytes([255]) + upper_bytes(value, 2) if feature == 255 else bytes([feature, right]) + upper_bytes(value, 3)
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
    folder, rankers = sys.argv[without + 1], {}
    os.makedirs(folder, exist_ok=True)
    for number, fold in enumerate(folds(examples.documents)):
        path = os.path.abspath(f'{folder}/{number}.bin')
        write(train(examples, ~examples.ignored & ~np.isin(examples.publisher, fold)), path)
        rankers.update((doc, path) for doc, own in examples.documents.items() if own in fold)
    json.dump(rankers, open(f'{folder}/rankers.json', 'w'), indent=1)


if __name__ == '__main__':
    main()
