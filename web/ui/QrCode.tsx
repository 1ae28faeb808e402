import styles from './QrCode.module.scss';

interface QrCodeProps {
  /** Its modules, as `qrCode` draws them. */
  code: { readonly size: number; readonly path: string };
  label: string;
}

/** White around it, as readers need it. */
const QUIET = 4;

/** A code that a telephone reads from the screen: dark on light in both themes. */
export const QrCode = ({ code: { size, path }, label }: QrCodeProps) => {
  const side = size + 2 * QUIET;
  return (
    <svg className={styles.code} viewBox={`${-QUIET} ${-QUIET} ${side} ${side}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path d={path} />
    </svg>
  );
};
