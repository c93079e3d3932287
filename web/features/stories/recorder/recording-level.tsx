import { Mic } from 'lucide-react'
import { type ReactElement, useEffect, useRef, useState } from 'react'

const AUDIBLE = 0.2
const QUIET_AFTER_MS = 4000

interface RecordingLevelProps {
  readLevel: () => number
  /** Shown until sound is detected. */
  waitingText?: string
  heardText?: string
}

/** A bar that shows the input level, and a message after a while of silence. */
export function RecordingLevel(props: RecordingLevelProps): ReactElement {
  const { readLevel, waitingText = '', heardText = '' } = props
  const bar = useRef<HTMLDivElement>(null)
  const [isQuiet, setIsQuiet] = useState(false)
  const [hasHeard, setHasHeard] = useState(false)

  useEffect(() => {
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
    <div className="w-full max-w-xs">
      <div aria-hidden="true" className="flex items-center gap-2 text-ink-quiet">
        <Mic size={18} />
        <div className="h-2.5 grow overflow-hidden rounded-full bg-sand">
          <div
            ref={bar}
            className="h-full origin-left rounded-full bg-primary transition-transform duration-75"
            style={{ transform: 'scaleX(0)' }}
          />
        </div>
      </div>
      <p role="status" className="mt-2 min-h-6 text-center text-sm text-ink-quiet">
        {isQuiet ? 'We can’t hear anything. Is your microphone on?' : calmText}
      </p>
    </div>
  )
}
