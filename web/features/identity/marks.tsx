import { type ReactElement, useLayoutEffect, useRef } from 'react'
import type { Finding } from './finding.ts'
import type { TextBox } from './text-box.ts'

/** The CSS properties that affect where a box breaks its lines. */
const LAYOUT = [
  ...['direction', 'font-family', 'font-size', 'font-stretch', 'font-style', 'font-weight'],
  ...['letter-spacing', 'line-height', 'padding-bottom', 'padding-left', 'padding-top', 'tab-size'],
  ...['text-align', 'text-indent', 'text-transform', 'word-spacing'],
  ...['border-bottom-width', 'border-left-width', 'border-right-width', 'border-top-width'],
]

interface MarksProps {
  box: TextBox
  text: string
  findings: readonly Finding[]
}

/**
 * Underlines words in a text area, which can't contain markup: overlays the same text, transparent
 * and with the same line breaks. If the browser breaks lines differently, nothing is drawn.
 */
export function Marks({ box, text, findings }: MarksProps): ReactElement {
  const layer = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const over = layer.current
    if (!over) return
    const place = (): void => alignWith(over, box)
    place()
    const observer = new ResizeObserver(place)
    observer.observe(box)
    box.addEventListener('scroll', place)
    return () => {
      observer.disconnect()
      box.removeEventListener('scroll', place)
    }
  })
  return (
    <div
      ref={layer}
      aria-hidden
      className="pointer-events-none absolute overflow-hidden border-transparent wrap-break-word whitespace-pre-wrap text-transparent select-none forced-colors:hidden print:hidden"
    >
      {piecesOf(text, findings)}
    </div>
  )
}

function piecesOf(text: string, findings: readonly Finding[]): (string | ReactElement)[] {
  const pieces: (string | ReactElement)[] = []
  let at = 0
  for (const { start, end } of findings) {
    pieces.push(
      text.slice(at, start),
      <mark
        key={start}
        className="bg-transparent text-transparent underline decoration-gold decoration-wavy decoration-from-font underline-offset-3"
      >
        {text.slice(start, end)}
      </mark>,
    )
    at = end
  }
  // A trailing line break adds a line in a text area, but here only if something follows it.
  return [...pieces, `${text.slice(at)}\u200b`]
}

function alignWith(over: HTMLElement, box: TextBox): void {
  const style = getComputedStyle(box)
  for (const name of LAYOUT) over.style.setProperty(name, style.getPropertyValue(name))
  const borders =
    Number.parseFloat(style.borderLeftWidth) + Number.parseFloat(style.borderRightWidth)
  const scrollbar = box.offsetWidth - borders - box.clientWidth
  over.style.paddingRight = `${Number.parseFloat(style.paddingRight) + scrollbar}px`
  over.style.left = `${box.offsetLeft}px`
  over.style.top = `${box.offsetTop}px`
  over.style.width = `${box.offsetWidth}px`
  over.style.height = `${box.offsetHeight}px`
  over.scrollTop = box.scrollTop
  const hasSameLines = Math.abs(over.scrollHeight - box.scrollHeight) <= 2
  over.style.visibility = hasSameLines ? 'visible' : 'hidden'
}
