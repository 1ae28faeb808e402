let region: HTMLElement | undefined;

function liveRegion(): HTMLElement {
  if (region?.isConnected) return region;
  region = document.createElement('div');
  region.setAttribute('role', 'status');
  region.setAttribute('aria-live', 'polite');
  region.className = 'visually-hidden';
  // An open dialog hides the rest of the page from screen readers, except what has this attribute.
  region.dataset.liveAnnouncer = 'true';
  document.body.append(region);
  return region;
}

/** Announces a text to screen readers. Repeated texts are announced again. */
export function announce(text: string): void {
  const target = liveRegion();
  target.textContent = target.textContent === text ? `${text}\u00a0` : text;
}
