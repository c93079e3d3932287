import { useQuery } from '@tanstack/react-query'
import {
  type ReactElement,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useAuth } from '#web/features/accounts/auth.tsx'
import { identityFindings } from '#web/features/identity/check.ts'
import type { Finding, FindingKind } from '#web/features/identity/finding.ts'
import { localNamesQuery } from '#web/features/identity/queries.ts'
import {
  type Change,
  isEditable,
  replaceIn,
  select,
  type TextBox,
} from '#web/features/identity/text-box.ts'
import { cn } from '#web/lib/cn.ts'
import { Button } from '#web/ui/button.tsx'

/** The CSS properties that affect where a box breaks its lines. */
const LAYOUT = [
  'direction',
  'font-family',
  'font-size',
  'font-stretch',
  'font-style',
  'font-weight',
  'letter-spacing',
  'line-height',
  'padding-bottom',
  'padding-left',
  'padding-top',
  'tab-size',
  'text-align',
  'text-indent',
  'text-transform',
  'word-spacing',
  'border-bottom-width',
  'border-left-width',
  'border-right-width',
  'border-top-width',
]

/** Details that identify a person on their own. */
const DIRECT: ReadonlySet<FindingKind> = new Set([
  ...(['phone', 'ssn', 'email', 'link', 'handle', 'plate', 'address'] as const),
])

/** The other details that narrow it down, as worded in a list. */
const PARTS: Partial<Record<FindingKind, string>> = {
  name: 'a name',
  age: 'an age',
  date: 'a date',
  employer: 'a workplace',
  school: 'a school',
  church: 'a church',
  place: 'a place',
}

const KIND_LABELS: Record<FindingKind, string> = {
  phone: 'Phone number',
  ssn: 'Social Security number',
  email: 'Email address',
  link: 'Link',
  handle: 'Account name',
  plate: 'License plate',
  address: 'Address',
  age: 'Age',
  date: 'Date',
  name: 'Name',
  employer: 'Workplace',
  school: 'School',
  church: 'Church',
  place: 'Place',
}

const NO_NAMES: readonly string[] = []

/** The list is cut off after this many; the line above counts them all. */
const MOST_LISTED = 30

interface IdentityToolsProps {
  box: TextBox
  known: readonly string[]
}

/** The last change and the text after it. It can be undone while the box still has that text. */
interface Done extends Change {
  before: string
  text: string
}

/**
 * A quiet line below a text box that lists details which could identify someone, with softer words.
 */
export function IdentityTools({ box, known }: IdentityToolsProps): ReactElement {
  const text = useTextOf(box)
  // Only members may read the list. A suspended one writes before they are signed in.
  const enabled = useAuth().user !== null
  const localNames = useQuery({ ...localNamesQuery, enabled }).data?.names ?? NO_NAMES
  const findings = useMemo(
    () => identityFindings(text, { localNames, now: new Date(), known }),
    [text, localNames, known],
  )
  const [isOpen, setIsOpen] = useState(false)
  const [done, setDone] = useState<Done>()
  const listId = useId()
  const canUndo = done !== undefined && done.text === text
  const isShown = findings.length > 0 || (isOpen && canUndo)
  const handleUse = ({ start, end, softer }: Finding): void => {
    if (softer === undefined || !isEditable(box)) return
    const before = text.slice(start, end)
    replaceIn(box, { start, end, words: softer })
    setDone({ start, end: start + softer.length, words: softer, before, text: box.value })
  }
  const handleUndo = (): void => {
    if (!done || !canUndo || !isEditable(box)) return
    replaceIn(box, { start: done.start, end: done.end, words: done.before })
    setDone(undefined)
  }
  return (
    <>
      {box instanceof HTMLTextAreaElement && findings.length > 0 ? (
        <Marks box={box} text={text} findings={findings} />
      ) : null}
      <div
        className={cn(
          'flex flex-wrap items-center gap-x-2 text-sm text-ink-quiet',
          // The empty live region takes no room.
          !isShown && '-mt-1.5',
        )}
      >
        <p role="status">{findings.length > 0 ? countText(findings.length) : ''}</p>
        {isShown ? (
          <Button
            variant="link"
            size="sm"
            aria-expanded={isOpen}
            aria-controls={isOpen ? listId : undefined}
            onClick={() => setIsOpen(!isOpen)}
          >
            {isOpen ? 'Hide details' : 'Show details'}
          </Button>
        ) : null}
      </div>
      {isShown && isOpen ? (
        <section
          id={listId}
          aria-label="What could identify you"
          className="flex flex-col gap-3 rounded-lg border border-line bg-sand p-3 text-sm"
        >
          <Weight findings={findings} />
          {canUndo && done ? <UndoLine key={done.text} done={done} onUndo={handleUndo} /> : null}
          <ul className="flex flex-col divide-y divide-line empty:hidden">
            {findings.slice(0, MOST_LISTED).map((finding) => (
              <Row
                key={`${finding.start} ${finding.kind}`}
                finding={finding}
                words={text.slice(finding.start, finding.end)}
                onShow={() => select(box, finding)}
                onUse={() => handleUse(finding)}
              />
            ))}
          </ul>
          <p className="text-ink-quiet">
            Only you see this. The check runs on your device and sends nothing. You can still send
            your text as it is.
          </p>
        </section>
      ) : null}
    </>
  )
}

/** The text in the box, whether it was typed, restored from a draft or cleared by its form. */
function useTextOf(box: TextBox): string {
  const [text, setText] = useState(box.value)
  useLayoutEffect(() => setText(box.value))
  useEffect(() => {
    const handleInput = (): void => setText(box.value)
    box.addEventListener('input', handleInput)
    return () => box.removeEventListener('input', handleInput)
  }, [box])
  return text
}

function countText(count: number): string {
  const found = count === 1 ? '1 detail' : `${count} details`
  return `${found} could identify you. There may be more.`
}

function Weight({ findings }: { findings: readonly Finding[] }): ReactElement | null {
  const sentence = weigh(findings)
  return sentence ? <p className="font-medium">{sentence}</p> : null
}

interface RowProps {
  finding: Finding
  words: string
  onShow: () => void
  onUse: () => void
}

function Row({ finding, words, onShow, onUse }: RowProps): ReactElement {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2">
      <p className="min-w-0 wrap-anywhere">
        <bdi className="font-medium">“{words}”</bdi>{' '}
        <span className="text-ink-quiet">{KIND_LABELS[finding.kind]}</span>
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="ghost" size="sm" onClick={onShow}>
          Show
          <span className="sr-only">
            {' '}
            <bdi>“{words}”</bdi>
          </span>
        </Button>
        {finding.softer === undefined ? null : (
          <Button variant="outline" size="sm" className="whitespace-normal" onClick={onUse}>
            Use <bdi>“{finding.softer}”</bdi>
            <span className="sr-only">
              {' '}
              instead of <bdi>“{words}”</bdi>
            </span>
          </Button>
        )}
      </div>
    </li>
  )
}

/** Takes the focus, because the pressed button has disappeared. */
function UndoLine({ done, onUndo }: { done: Done; onUndo: () => void }): ReactElement {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus({ preventScroll: true }), [])
  return (
    <p role="status" className="flex flex-wrap items-center gap-x-3">
      Changed to “{done.words}”.
      <Button ref={button} variant="link" size="sm" onClick={onUndo}>
        Undo
      </Button>
    </p>
  )
}

interface MarksProps {
  box: TextBox
  text: string
  findings: readonly Finding[]
}

/**
 * Underlines words in a text area, which can't contain markup: overlays the same text, transparent
 * and with the same line breaks. If the browser breaks lines differently, nothing is drawn.
 */
function Marks({ box, text, findings }: MarksProps): ReactElement {
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
      dir="auto"
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

/** One sentence on what the findings reveal together; undefined if the combination adds nothing. */
export function weigh(findings: readonly Finding[]): string | undefined {
  const kinds = new Set(findings.map(({ kind }) => kind))
  const direct = [...kinds].find((kind) => DIRECT.has(kind))
  if (direct) {
    const label = direct === 'ssn' ? KIND_LABELS.ssn : KIND_LABELS[direct].toLowerCase()
    return `${/^[ae]/.test(label) ? 'An' : 'A'} ${label} can lead straight to a person.`
  }
  const parts = [...kinds].flatMap((kind) => PARTS[kind] ?? [])
  if (parts.length < 2) return undefined
  const list = new Intl.ListFormat('en').format(parts)
  return `Together, ${list} reveal more than each alone: few people match ${parts.length === 2 ? 'both' : 'all of them'}.`
}
