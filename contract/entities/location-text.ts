/** Kilometers to which a position is known: it is rounded to two decimals before it is sent. */
const PRECISION = 1;

/** A position `latitude,longitude` in words: `48.86°, 2.35° (±1 km)`. */
export function locationText(latlng: string, locale: string): string {
  const degrees = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const kilometers = new Intl.NumberFormat(locale, { style: 'unit', unit: 'kilometer' });
  const [latitude, longitude] = latlng.split(',').map((part) => `${degrees.format(Number(part))}°`);
  return `${latitude}, ${longitude} (±${kilometers.format(PRECISION)})`;
}
