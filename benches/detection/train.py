#!/usr/bin/env python3
"""Trains the ranker of crates/detect on the development set and shows what it gains on publishers it has not seen.

    node benches/detection/run.ts --features /tmp/candidates.csv     # the examples
    python3 benches/detection/train.py ../shared/judge/detection /tmp/candidates.csv crates/detect/src/ranker.bin [--cv]

Needs numpy and lightgbm. Two models of small trees: one for marks (boxes, circles, ovals), one for places for text. Where
on the page a place is and how long its rule is are left out: they fit single forms. With --cv every publisher is judged
by a model trained on the others.

ranker.bin: for each model the number of trees (u16), for each tree the number of nodes (u8), for each node its feature
(u8, 255: a leaf), its right child (u8; the left one follows it) and its threshold or value (f32), little-endian."""
import csv
import json
import os
import struct
import sys
from collections import defaultdict

import lightgbm as lgb
import numpy as np

FIRST_MARK = 9  # sources from here on are marks, see crates/detect/src/places.rs
MARKS = [3, 10, 15, 17, 18, 23, 24, 35, 36]
LEFT_OUT = {1, 4, 5, 12, 25, 26, 38, 39, 40, 52}
COMMON = dict(objective='cross_entropy', learning_rate=.08, bagging_fraction=.7, bagging_freq=1, lambda_l2=5, seed=1,
              deterministic=True, force_row_wise=True, max_bin=127, verbosity=-1, num_threads=1)
MARK = dict(COMMON, num_leaves=6, min_data_in_leaf=60, feature_fraction=.6), 50
TEXT = dict(COMMON, num_leaves=24, min_data_in_leaf=40, feature_fraction=.5), 110


def read(path, truth, scorer):
    """Candidates, their features, how well each fits a field, and which lie where nothing counts."""
    pages = {(d['doc'], p['page']): (d['publisher'], p) for d in truth['docs'] for p in d['pages']}
    rows = [r for r in csv.reader(open(path)) if (r[0], int(r[1])) in pages]
    keys = [(r[0], int(r[1])) for r in rows]
    boxes = np.array([[float(v) for v in r[2:6]] for r in rows])
    features = np.array([[float(v) for v in r[6:]] for r in rows], np.float32)
    fit, ignored = np.zeros(len(rows)), np.zeros(len(rows), bool)
    for i, key in enumerate(keys):
        page = pages[key][1]
        for field in page['fields']:
            box = scorer.px(field, page['width'], page['height'])
            if field['type'] != 'ignore':
                fit[i] = max(fit[i], scorer.iou(box, boxes[i]))
            elif scorer.inside((boxes[i][0] + boxes[i][2]) / 2, (boxes[i][1] + boxes[i][3]) / 2, box):
                ignored[i] = True
    publishers = np.array([pages[key][0] for key in keys])
    return keys, boxes, features, fit, ignored & (fit < .5), publishers, pages


def train(features, fit, used):
    """The two models; of two readings that fit, the better fit is to win."""
    marks = features[:, 0] >= FIRST_MARK
    text_columns = [c for c in range(features.shape[1]) if c not in LEFT_OUT]
    target = np.where(fit >= .5, .1 + .9 * fit, 0.)
    parts = ((marks, MARKS, (fit >= .5) * 1., MARK), (~marks, text_columns, target, TEXT))
    return [(columns, lgb.train(parameters, lgb.Dataset(features[part & used][:, columns], y[part & used]), rounds))
            for part, columns, y, (parameters, rounds) in parts]


def predict(models, features):
    marks = features[:, 0] >= FIRST_MARK
    scores = np.zeros(len(features))
    for part, (columns, model) in zip((marks, ~marks), models):
        if part.any():
            scores[part] = model.predict(features[part][:, columns])
    return scores


def keep(indices, boxes, features, scores, threshold=.3, overlap=.35):
    """The same choice as crates/detect/src/judge.rs."""
    rank = lambda i: scores[i] + (.2 if features[i][0] == 4 else 0)
    kept = []
    for i in sorted((i for i in indices if scores[i] >= threshold), key=lambda i: -rank(i)):
        a = boxes[i]
        area = lambda r: (r[2] - r[0]) * (r[3] - r[1])
        common = lambda b: max(0, min(a[2], b[2]) - max(a[0], b[0])) * max(0, min(a[3], b[3]) - max(a[1], b[1]))
        if min(a[2] - a[0], a[3] - a[1]) >= 10 and all(common(boxes[j]) <= overlap * min(area(a), area(boxes[j])) for j in kept):
            kept.append(i)
    return kept


def cross_validate(data, truth, scorer):
    keys, boxes, features, fit, ignored, publishers, pages = data
    scores = np.zeros(len(keys))
    for publisher in sorted(set(publishers)):
        out = publishers == publisher
        scores[out] = predict(train(features, fit, ~out & ~ignored), features[out])
    by_page = defaultdict(list)
    for i, key in enumerate(keys):
        by_page[key].append(i)
    for threshold in (.2, .25, .3, .35, .4):
        predictions = []
        for key, indices in by_page.items():
            width, height = pages[key][1]['width'], pages[key][1]['height']
            fields = [dict(type='text', x=boxes[i][0] / width, y=boxes[i][1] / height, w=(boxes[i][2] - boxes[i][0]) / width,
                           h=(boxes[i][3] - boxes[i][1]) / height) for i in keep(indices, boxes, features, scores, threshold)]
            predictions.append(dict(doc=key[0], page=key[1], fields=fields))
        result = scorer.score(truth, dict(pages=predictions))
        detect = result['micro']['detect']
        print(f"threshold {threshold}: P {detect['p']:.3f} R {detect['r']:.3f} F1 {detect['f1']:.3f}", end='  ')
        print(f"mean over documents {result['macro_doc']['detect'][2]:.3f}", end='  ')
        print(' '.join(f'{t} {v[0]:.2f}' for t, v in result['recall_by_type'].items()))
        print('    ' + '  '.join(f'{p} {v[2]:.3f}' for p, v in sorted(result['publishers'].items(), key=lambda e: e[1][2])), flush=True)
        if threshold == .3:
            recorded = dict(detect={k: round(detect[k], 3) for k in ('p', 'r', 'f1')}, macro=round(result['macro_doc']['detect'][2], 3),
                            publishers={p: round(v[2], 3) for p, v in sorted(result['publishers'].items())})
            json.dump(recorded, open(os.path.join(os.path.dirname(__file__), 'cross-validation.json'), 'w'), indent=2)


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
    print(f'{path}: {len(out)} bytes')


def main():
    judge, candidates, out = sys.argv[1:4]
    sys.path.insert(0, judge)
    import score as scorer
    truth = json.load(open(f'{judge}/truth.json'))
    data = read(candidates, truth, scorer)
    write(train(data[2], data[3], ~data[4]), out)
    if '--cv' in sys.argv:
        cross_validate(data, truth, scorer)


if __name__ == '__main__':
    main()
