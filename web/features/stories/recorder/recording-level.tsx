import { Mic } from 'lucide-react'
import { type ReactElement, useEffect, useRef, useState } from 'react'

const AUDIBLE = 0.2
const QUIET_AFTER_MS = 4000

interface RecordingLevelProps {
  /** Undefined while nothing is recorded. */
  readLevel: (() => number) | undefined
  /** Shown until sound is detected. */
  waitingText?: string
  heardText?: string
}

/** A bar that shows the input level, and a message in place of its name after a while of silence. */
export function RecordingLevel(props: RecordingLevelProps): ReactElement {
  const { readLevel, waitingText = '', heardText = '' } = props
  const bar = useRef<HTMLDivElement>(null)
  const [isQuiet, setIsQuiet] = useState(false)
  const [hasHeard, setHasHeard] = useState(false)

  useEffect(() => {
    if (!readLevel) return
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
    let heardAt = performance.now()
    const clock = setInterval(
      () => {
        const level = readLevel()
        if (level > AUDIBLE) {
          heardAt = performance.now()
          setHasHeard(true)
        }
        setIsQuiet(performance.now() - heardAt > QUIET_AFTER_MS)
        if (bar.current) bar.current.style.transform = `scaleX(${level})`
      },
      isCalm ? 500 : 80,
    )
    return () => clearInterval(clock)
  }, [readLevel])

  const calmText = hasHeard ? heardText : waitingText
  return (
    <div className="w-full max-w-xs text-sm text-ink-quiet">
      <div className="mb-1 flex min-h-6 items-center gap-2">
        <Mic aria-hidden size={18} className="shrink-0" />
        <p role="status">
          {isQuiet
            ? 'We can’t hear anything. Is your microphone on?'
            : calmText || <span aria-hidden="true">Microphone</span>}
        </p>
      </div>
      <div aria-hidden="true" className="h-2.5 overflow-hidden rounded-full bg-primary-soft">
        <div
          ref={bar}
          className="h-full origin-left rounded-full bg-primary transition-transform duration-75"
          style={{ transform: 'scaleX(0)' }}
        />
      </div>
    </div>
  )
}
