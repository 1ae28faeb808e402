const part = /^(\d+)(?:\s*[-–]\s*(\d+))?$/;

/** The pages that a list like `2-5, 8` names, each once and in order; null when it names none, or one that isn't there. */
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
