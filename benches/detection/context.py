"""What the first look at all places says of each, as crates/detect/src/features/second_stage.rs counts it: the same numbers in one order."""
import numpy as np

CONTEXT = 17


def mean(mask, scores):
    count = mask.sum(1)
    return np.where(count > 0, (mask * scores[None, :]).sum(1) / np.maximum(count, 1), -1), np.minimum(count, 99)


def best(mask, scores):
    return np.where(mask, scores[None, :], -1).max(1)


def page_context(box, source, scores):
    """The numbers of all places of a page."""
    width, height = box[:, 2] - box[:, 0], box[:, 3] - box[:, 1]
    area = width * height
    apart = lambda side: np.abs(box[:, None, side] - box[None, :, side])
    common_width = np.minimum(box[:, None, 2], box[None, :, 2]) - np.maximum(box[:, None, 0], box[None, :, 0])
    common_height = np.minimum(box[:, None, 3], box[None, :, 3]) - np.maximum(box[:, None, 1], box[None, :, 1])
    common = np.maximum(common_width, 0) * np.maximum(common_height, 0)
    compete = common > .35 * np.maximum(1, np.minimum(area[:, None], area[None, :]))
    others = ~np.eye(len(box), dtype=bool)
    rivals, free = compete & others, ~compete & others
    rival_scores = np.where(rivals, scores[None, :], -1.)
    rival = rival_scores.argmax(1)
    own = np.arange(len(box))
    has = rivals[own, rival]
    union = np.maximum(1, area + area[rival] - common[own, rival])
    column = (apart(0) <= 3) & (apart(2) <= 3) & free
    down, up = box[:, None, 1] - box[None, :, 3], box[None, :, 1] - box[:, None, 3]
    row = (apart(3) <= 2) & (np.abs(height[:, None] - height[None, :]) <= 3) & free
    size = (np.abs(width[:, None] - width[None, :]) <= 2) & (np.abs(height[:, None] - height[None, :]) <= 2)
    size &= (source[:, None] == source[None, :]) & free
    by_source = np.array([scores[source == s].mean() for s in source])
    likely = (scores >= .5).sum()
    return np.stack([
        scores,
        np.where(has, rival_scores[own, rival], -1),
        np.where(has, common[own, rival] / union, -1),
        np.where(has, source[rival], -1),
        (rivals & (scores[None, :] > scores[:, None])).sum(1),
        *mean(column, scores),
        best(column & (down >= -4) & (down <= 14), scores),
        best(column & (up >= -4) & (up <= 14), scores),
        *mean(row, scores),
        *mean(size, scores),
        by_source,
        np.full(len(box), min(99, likely)),
        np.full(len(box), likely / len(box)),
        np.where(has, np.log(np.maximum(area, 1) / np.maximum(area[rival], 1)), 0),
    ], 1)


def context_of(page, place, source, scores):
    """The numbers of all places of many pages."""
    numbers = np.full((len(page), CONTEXT), -1, np.float32)
    order = np.argsort(page, kind='stable')
    starts = np.searchsorted(page[order], np.arange(page.max() + 2))
    for start, end in zip(starts, starts[1:]):
        rows = order[start:end]
        if len(rows):
            numbers[rows] = page_context(place[rows], source[rows], scores[rows])
    return numbers
