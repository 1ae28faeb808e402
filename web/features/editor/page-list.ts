const part = /^(\d+)(?:\s*[-–]\s*(\d+))?$/;

/** Parses a page list such as `2-5, 8` into sorted unique page numbers; null if it is empty or names a missing page. */
export function readPageList(text: string, last: number): number[] | null {
  const pages = new Set<number>();
  for (const each of text.split(/[,;、，]/).map((words) => words.trim()).filter(Boolean)) {
    const [, from, to = from] = part.exec(each) ?? [];
    const [start, end] = [Number(from), Number(to)];
    if (!(start >= 1 && start <= end && end <= last)) return null;
    for (let page = start; page <= end; page += 1) pages.add(page);
  }
  return pages.size === 0 ? null : [...pages].toSorted((a, b) => a - b);
}
