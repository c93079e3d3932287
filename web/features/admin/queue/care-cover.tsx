import { type ReactElement, type ReactNode, useSyncExternalStore } from 'react'
import { useMember } from '#web/features/accounts/auth.tsx'
import { readDraft, writeDraft } from '#web/lib/drafts.ts'
import type { Hardness } from '#web/lib/hard-words.ts'
import { createListeners } from '#web/lib/listeners.ts'
import { aText, aWholeNumber, fieldsOf, orNull } from '#web/lib/shape.ts'
import { useStoredState } from '#web/lib/use-stored-state.ts'
import { useToday } from '#web/lib/use-today.ts'
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

/** The limits to choose from: how many hard texts to open in a day. Null for no limit. */
const CARE_LIMITS = [null, 3, 5, 10, 20] as const

interface Kept {
  /** The day on which `opened` was counted. */
  day: string
  opened: number
  limit: number | null
}

const KEPT = fieldsOf<Kept>({ day: aText, opened: aWholeNumber, limit: orNull(aWholeNumber) })
const listeners = createListeners()
const cache = new Map<string, Kept | undefined>()

interface CareLimit {
  limit: number | null
  /** How many were opened today. */
  opened: number
  isReached: boolean
  setLimit: (limit: number | null) => void
  noteOpened: () => void
}

/** The administrator's own limit, which is stored only on this device. */
function useCareLimit(): CareLimit {
  const { id, timeZone } = useMember()
  const today = useToday(timeZone)
  const kept = useSyncExternalStore(
    listeners.subscribe,
    () => read(id),
    () => undefined,
  )
  const limit = kept?.limit ?? null
  const opened = kept?.day === today ? kept.opened : 0
  return {
    limit,
    opened,
    isReached: limit !== null && opened >= limit,
    setLimit: (next) => write(id, { day: today, opened, limit: next }),
    noteOpened: () => write(id, { day: today, opened: opened + 1, limit }),
  }
}

/** The id is no `:`-separated part of the key, so signing out doesn't count this as a draft. */
function keyOf(memberId: string): string {
  return `care-limit-${memberId}`
}

/** Returns the same object until it changes, as `useSyncExternalStore` requires. */
function read(memberId: string): Kept | undefined {
  if (!cache.has(memberId)) cache.set(memberId, readDraft(keyOf(memberId), KEPT))
  return cache.get(memberId)
}

function write(memberId: string, kept: Kept): void {
  cache.set(memberId, kept)
  writeDraft(keyOf(memberId), kept)
  listeners.notify()
}
