import styles from './QrCode.module.scss';

interface QrCodeProps {
  /** Size in modules and SVG path, as returned by `qrCode`. */
  code: { readonly size: number; readonly path: string };
  label: string;
}

/** Quiet zone in modules, as ISO/IEC 18004 requires. */
const QUIET = 4;

/** A QR code, dark on light in both themes so that phones can scan it. */
export const QrCode = ({ code: { size, path }, label }: QrCodeProps) => {
  const side = size + 2 * QUIET;
  return (
    <svg className={styles.code} viewBox={`${-QUIET} ${-QUIET} ${side} ${side}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path d={path} />
    </svg>
  );
};
