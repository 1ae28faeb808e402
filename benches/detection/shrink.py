#!/usr/bin/env python3
"""Shrinks every page of the development set on its sheet: more examples for the model, so that it does not learn the sizes
of single forms.

    python3 benches/detection/shrink.py TRUTH.json RASTERS OUT

Writes rasters and text items to OUT and the fields to OUT/truth.json. Needs numpy and OpenCV."""
import json
import os
import sys

import cv2
import numpy as np

SCALE = .86


def shrink_raster(gray):
    """The page in the middle of its sheet; answers where it lies there, in parts of the sheet."""
    small = cv2.resize(gray, None, fx=SCALE, fy=SCALE, interpolation=cv2.INTER_AREA)
    (height, width), (h, w) = gray.shape, small.shape
    top, left = (height - h) // 2, (width - w) // 2
    sheet = np.full_like(gray, 255)
    sheet[top:top + h, left:left + w] = small
    return sheet, (left / width, top / height, w / width, h / height)


def main():
    truth_file, rasters, out = sys.argv[1:4]
    truth = json.load(open(truth_file))
    os.makedirs(out, exist_ok=True)
    for document in truth['docs']:
        for page in document['pages']:
            name = f"{document['doc']}__p{page['page']}"
            sheet, (x, y, w, h) = shrink_raster(cv2.imread(f'{rasters}/{name}.pgm', 0))
            cv2.imwrite(f'{out}/{name}.pgm', sheet)
            for field in page['fields']:
                field.update(x=field['x'] * w + x, y=field['y'] * h + y, w=field['w'] * w, h=field['h'] * h)
            texts = json.load(open(f'{rasters}/{name}.text.json'))
            for item in texts:
                item.update(x=item['x'] * w + x * 100, y=item['y'] * h + y * 100, width=item['width'] * w, height=item['height'] * h)
            json.dump(texts, open(f'{out}/{name}.text.json', 'w'))
            numbers = np.array(json.load(open(f'{rasters}/{name}.paths.json'))).reshape(-1, 7)
            numbers[:, 1:6] *= [w, h, w, h, w]
            numbers[:, 1:3] += [x * 100, y * 100]
            json.dump(numbers.ravel().round(4).tolist(), open(f'{out}/{name}.paths.json', 'w'))
    json.dump(truth, open(f'{out}/truth.json', 'w'))


if __name__ == '__main__':
    main()
