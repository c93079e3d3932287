import type { ReactElement, ReactNode } from 'react'
import { CARE_LIMITS, useCareLimit } from '#web/features/admin/queue/care-limit.ts'
import type { Hardness } from '#web/lib/hard-words.ts'
import { useStoredState } from '#web/lib/use-stored-state.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'

const LINES: Record<Hardness, string> = {
  crisis: 'This may be hard to read. It mentions suicide or self-harm.',
  violence: 'This may be hard to read. It mentions violence or abuse.',
}

export interface Cover {
  hardness: Hardness | undefined
  isCovered: boolean
  onOpen: () => void
}

/**
 * The cover of a text, which is closed at first if the text may be hard to read.
 *
 * @param hasDraft whether this device has stored something written about the text
 */
export function useCover(hardness: Hardness | undefined, hasDraft = () => false): Cover {
  const isHard = hardness !== undefined
  const [isCovered, setIsCovered] = useStoredState(() => isHard && !hasDraft(), isHard)
  return { hardness, isCovered, onOpen: () => setIsCovered(false) }
}

interface CareCoverProps extends Cover {
  /** Already decided, so it can't be skipped. */
  isDecided?: boolean
  /** Leaves it for someone else, or for later. Asks for no reason. */
  onSkip: () => void
  children: ReactNode
}

/**
 * Covers a text that may be hard to read with one neutral line until it is opened. An opened text
 * can still be skipped.
 */
export function CareCover(props: CareCoverProps): ReactElement {
  const { hardness, isCovered, isDecided = false, onSkip, children } = props
  if (hardness === undefined) return <>{children}</>
  if (isCovered) return <ClosedCover {...props} hardness={hardness} />
  return (
    <>
      {isDecided ? null : (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg bg-gold-soft px-4 py-2">
          <p className="text-sm">You can leave this one for someone else.</p>
          <Button variant="outline" size="sm" onClick={onSkip}>
            Pass on
          </Button>
        </div>
      )}
      {children}
    </>
  )
}

function ClosedCover(props: CareCoverProps & { hardness: Hardness }): ReactElement {
  const { hardness, onOpen, onSkip } = props
  const { limit, opened, isReached, setLimit, noteOpened } = useCareLimit()
  const handleOpen = (): void => {
    noteOpened()
    onOpen()
  }
  return (
    <div className="flex flex-col items-start gap-4 rounded-lg bg-gold-soft p-5">
      <p>{LINES[hardness]}</p>
      {isReached ? (
        <p className="font-medium">
          You’ve opened {opened} of these today, which is your limit. You can leave this one for
          someone else.
        </p>
      ) : null}
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" onClick={handleOpen}>
          {isReached ? 'Open anyway' : 'Open'}
        </Button>
        <Button variant={isReached ? 'default' : 'ghost'} onClick={onSkip}>
          Pass on
        </Button>
      </div>
      <Field label="My daily limit" help="Saved on this device. Nobody else sees it.">
        <Select
          value={String(limit ?? '')}
          onChange={({ target }) => setLimit(target.value === '' ? null : Number(target.value))}
        >
          {CARE_LIMITS.map((each) => (
            <option key={each} value={String(each ?? '')}>
              {each ?? 'No limit'}
            </option>
          ))}
        </Select>
      </Field>
    </div>
  )
}
