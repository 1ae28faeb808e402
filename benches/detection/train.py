#!/usr/bin/env python3
"""Trains the ranker of crates/detect on the development set, and rankers that have not seen a publisher.

    python3 benches/detection/train.py OUT.bin TRUTH.json=CANDIDATES.csv... [--without FOLDER]

The examples are the candidates on drawn pages, on the same shrunk (shrink.py), on scans and on photographs, as
`cargo run --release --example rasters -- RASTERS OUT.json --features CANDIDATES.csv` writes them.

Needs numpy and lightgbm. Two models of small trees: one for marks (boxes, circles, ovals), one for places for text. Where
on the page a place is and how long its rule is are left out: they fit single forms. With --without a ranker is trained for
every fold of publishers on all the others; FOLDER/rankers.json says which file is for which document
(`cargo run --example rasters -- … --rankers` takes it), so that what is judged is the detector itself.

ranker.bin: for each model the number of trees (u16), for each tree the number of nodes (u8), for each node its feature
(u8, 255: a leaf), its right child (u8; the left one follows it) and its threshold or value (f32), little-endian."""
import csv
import json
import os
import struct
import sys

import lightgbm as lgb
import numpy as np

FIRST_MARK = 9  # sources from here on are marks, see crates/detect/src/places.rs
LEFT_OUT = {1, 4, 5, 12, 25, 26, 38, 39, 40, 52, 58}
COMMON = dict(objective='cross_entropy', learning_rate=.08, bagging_fraction=.7, bagging_freq=1, lambda_l2=5, seed=1,
              deterministic=True, force_row_wise=True, max_bin=127, verbosity=-1, num_threads=1)
MARK = dict(COMMON, num_leaves=8, min_data_in_leaf=60, feature_fraction=.6), 60
TEXT = dict(COMMON, num_leaves=48, min_data_in_leaf=25, feature_fraction=.5), 140


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
    """Features of all candidates, how well each fits a field, which lie where nothing counts, and their publishers."""
    truth = json.load(open(truth_file))
    pages = {(d['doc'], p['page']): (d['publisher'], p) for d in truth['docs'] for p in d['pages']}
    rows = [r for r in csv.reader(open(candidates_file)) if (r[0], int(r[1])) in pages]
    numbers = np.array([r[2:] for r in rows], np.float32)
    by_page = {}
    for i, row in enumerate(rows):
        by_page.setdefault((row[0], int(row[1])), []).append(i)
    fit, ignored = np.zeros(len(rows)), np.zeros(len(rows), bool)
    publishers = np.empty(len(rows), object)
    for key, indices in by_page.items():
        publisher, page = pages[key]
        publishers[indices] = publisher
        boxes = numbers[indices][:, :4].astype(float)
        for field in page['fields']:
            x, y = field['x'] * page['width'], field['y'] * page['height']
            rect = x, y, x + field['w'] * page['width'], y + field['h'] * page['height']
            iou, inside = overlaps(boxes, rect)
            if field['type'] == 'ignore':
                ignored[indices] |= inside
            else:
                fit[indices] = np.maximum(fit[indices], iou)
    return numbers[:, 5:], fit, ignored & (fit < .5), publishers, {d['doc']: d['publisher'] for d in truth['docs']}


def train(features, fit, used):
    """The two models; of two readings that fit, the better fit is to win."""
    marks = features[:, 0] >= FIRST_MARK
    columns = [c for c in range(features.shape[1]) if c not in LEFT_OUT]
    target = np.where(fit >= .5, .1 + .9 * fit, 0.)
    parts = ((marks, (fit >= .5) * 1., MARK), (~marks, target, TEXT))
    return [(columns, lgb.train(parameters, lgb.Dataset(features[part & used][:, columns], y[part & used]), rounds))
            for part, y, (parameters, rounds) in parts]


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


def write(models, path):
    out = bytearray()
    for columns, model in models:
        trees = model.dump_model()['tree_info']
        out += struct.pack('<H', len(trees))
        for tree in trees:
            nodes = []
            write_tree(tree['tree_structure'], columns, nodes)
            out += struct.pack('<B', len(nodes))
            for node in nodes:
                out += struct.pack('<BBf', *node)
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
    sets = [read(*pair.split('=')) for pair in sys.argv[2:without]]
    features, fit, ignored, publishers = (np.concatenate([s[i] for s in sets]) for i in range(4))
    documents = {doc: publisher for s in sets for doc, publisher in s[4].items()}
    if sys.argv[1] != '-':
        write(train(features, fit, ~ignored), sys.argv[1])
    if without == len(sys.argv):
        return
    folder, rankers = sys.argv[without + 1], {}
    os.makedirs(folder, exist_ok=True)
    for number, fold in enumerate(folds(documents)):
        path = os.path.abspath(f'{folder}/{number}.bin')
        write(train(features, fit, ~ignored & ~np.isin(publishers, fold)), path)
        rankers.update((doc, path) for doc, own in documents.items() if own in fold)
    json.dump(rankers, open(f'{folder}/rankers.json', 'w'), indent=1)


if __name__ == '__main__':
    main()
