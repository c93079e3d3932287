import type { ReactElement, ReactNode } from 'react'
import type { Hardness } from '#web/lib/hard-words.ts'
import { Button } from '#web/ui/button.tsx'

const LINES: Record<Hardness, string> = {
  crisis: 'This may be hard to read. It has words about suicide or self-harm.',
  violence: 'This may be hard to read. It has words about violence or abuse.',
}

interface CareCoverProps {
  hardness: Hardness | undefined
  isCovered: boolean
  onOpen: () => void
  /** Leaves it to somebody else, or for later. No reason is asked for. */
  onPass: () => void
  children: ReactNode
}

/** One neutral line in place of what may be hard to read, until it is opened. */
export function CareCover(props: CareCoverProps): ReactElement {
  const { hardness, isCovered, onOpen, onPass, children } = props
  if (hardness === undefined || !isCovered) return <>{children}</>
  return (
    <div className="flex flex-col items-start gap-4 rounded-lg bg-gold-soft p-5">
      <p>{LINES[hardness]}</p>
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" onClick={onOpen}>
          Open
        </Button>
        <Button variant="ghost" onClick={onPass}>
          Pass on
        </Button>
      </div>
    </div>
  )
}
