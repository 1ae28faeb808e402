#!/usr/bin/env python3
"""Counts missed and invented fields by cause, and draws the worst pages.

    python3 benches/detection/analyse.py TRUTH.json PREDICTIONS.json CANDIDATES.csv [--rasters FOLDER --pictures FOLDER]

Causes of a missed field: there is no candidate; the candidate was scored too low; another that overlaps it was chosen. Causes
of an invented field: its box is off, it is a second one on a field, there is no field. In the pictures found fields are green,
missed ones blue and invented ones red."""
import argparse
import csv
import json
import os
import sys
from collections import Counter, defaultdict

sys.path.insert(0, os.path.join(os.path.dirname(__file__), '../../../shared/judge/detection'))
import score as scorer

from schema import SOURCES

THRESHOLD = .3  # of crates/detect/src/model/mod.rs


def read_candidates(path):
    """For each page the rectangle, score and source of every candidate."""
    pages = defaultdict(list)
    for row in csv.DictReader(open(path)):
        rect = tuple(float(row[side]) for side in ('x0', 'y0', 'x1', 'y1'))
        pages[row['doc'], int(row['page'])].append((rect, float(row['score']), SOURCES[int(float(row['source']))]))
    return pages


def why_missed(box, candidates, threshold):
    fitting = [(score, source) for rect, score, source in candidates if scorer.iou(box, rect) >= .5]
    if not fitting:
        return 'no candidate', '-'
    score, source = max(fitting)
    return ('scored too low' if score < threshold else 'lost against another'), source


def why_invented(box, truth):
    best = max((scorer.iou(box, other) for other in truth), default=0)
    if best >= .5:
        return 'second on a field'
    return 'box is off' if best >= .15 else 'nothing there'


def analyse_page(page, found, candidates, threshold):
    """Causes with their types and sources, and the boxes to draw."""
    width, height = page['width'], page['height']
    fields = [(scorer.px(f, width, height), f['type']) for f in page['fields']]
    truth = [(box, kind) for box, kind in fields if kind != 'ignore']
    ignored = [box for box, kind in fields if kind == 'ignore']
    boxes = [scorer.px(f, width, height) for f in found]
    hit, hits = scorer.match([box for box, _ in truth], boxes, .5)
    missed = [(box, kind, *why_missed(box, candidates, threshold)) for i, (box, kind) in enumerate(truth) if i not in hit]
    counts = lambda box: not any(scorer.inside((box[0] + box[2]) / 2, (box[1] + box[3]) / 2, z) for z in ignored)
    invented = [(box, found[j]['type'], why_invented(box, [t for t, _ in truth])) for j, box in enumerate(boxes) if j not in hits and counts(box)]
    types = [(truth[i][1], found[j]['type'], boxes[j]) for i, j in hit.items()]
    return missed, invented, types


def draw(raster, missed, invented, types, target):
    import cv2
    picture = cv2.cvtColor(cv2.imread(raster, 0), cv2.COLOR_GRAY2BGR)
    for boxes, colour in (([t[2] for t in types], (0, 160, 0)), ([m[0] for m in missed], (230, 60, 0)), ([i[0] for i in invented], (0, 0, 230))):
        for box in boxes:
            cv2.rectangle(picture, *[(round(box[i]), round(box[i + 1])) for i in (0, 2)], colour, 2)
    cv2.imwrite(target, picture)


def main():
    parser = argparse.ArgumentParser()
    for name in ('truth', 'predictions', 'candidates'):
        parser.add_argument(name)
    for name in ('--rasters', '--pictures', '--documents'):
        parser.add_argument(name)
    parser.add_argument('--worst', type=int, default=12)
    parser.add_argument('--threshold', type=float, default=THRESHOLD)
    options = parser.parse_args()
    truth = json.load(open(options.truth))
    predictions = {(p['doc'], p['page']): p['fields'] for p in json.load(open(options.predictions))['pages']}
    candidates = read_candidates(options.candidates)
    total, confusion, by_document, drawn = Counter(), Counter(), defaultdict(Counter), []
    for document in truth['docs']:
        for page in document['pages']:
            key = document['doc'], page['page']
            missed, invented, types = analyse_page(page, predictions.get(key, []), candidates.get(key, []), options.threshold)
            for _, kind, cause, source in missed:
                total['missed', cause, kind, source] += 1
                by_document[document['doc']]['missed: ' + cause] += 1
            for _, kind, cause in invented:
                total['invented', cause, kind, ''] += 1
                by_document[document['doc']]['invented: ' + cause] += 1
            confusion.update((true, said) for true, said, _ in types if true != said)
            drawn.append((len(missed) + len(invented), key, missed, invented, types))
    for group in ('missed', 'invented'):
        for cause in sorted({k[1] for k in total if k[0] == group}):
            parts = Counter({k[2:]: n for k, n in total.items() if k[:2] == (group, cause)})
            print(f'{group}: {cause} {sum(parts.values())}: ' + ', '.join(f'{" ".join(k)} {n}' for k, n in parts.most_common(14)))
    print('types: ' + ', '.join(f'{a} as {b} {n}' for (a, b), n in confusion.most_common(12)))
    print('\nDocuments by mistakes')
    for name, causes in sorted(by_document.items(), key=lambda e: -sum(e[1].values()))[:30]:
        print(f'  {name}: ' + ', '.join(f'{cause} {n}' for cause, n in causes.most_common()))
    if options.pictures:
        os.makedirs(options.pictures, exist_ok=True)
        wanted = [d for d in drawn if not options.documents or d[1][0] in options.documents.split(',')]
        for _, (doc, page), *boxes in sorted(wanted, key=lambda d: -d[0])[:options.worst]:
            draw(f'{options.rasters}/{doc}__p{page}.pgm', *boxes, f'{options.pictures}/{doc}__p{page}.png')


if __name__ == '__main__':
    main()
