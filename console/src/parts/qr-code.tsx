/** A text as a QR code, drawn as one path. */
import qrcode from 'qrcode-generator'

/** Light modules around it, without which readers do not find it. */
const MARGIN = 4

export function QrCode({ text, label }: { text: string; label: string }) {
  const code = qrcode(0, 'M')
  code.addData(text)
  code.make()
  const size = code.getModuleCount()
  const cells = Array.from({ length: size * size }, (_, index) => [index % size, Math.floor(index / size)] as const)
  const path = cells
    .filter(([x, y]) => code.isDark(y, x))
    .map(([x, y]) => `M${x + MARGIN} ${y + MARGIN}h1v1h-1z`)
    .join('')
  const side = size + 2 * MARGIN
  return (
    <svg
      role="img"
      aria-label={label}
      width={220}
      height={220}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
    >
      <path fill="#fff" d={`M0 0h${side}v${side}H0z`} />
      <path fill="#000" d={path} />
    </svg>
  )
}
