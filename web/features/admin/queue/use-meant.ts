import { useEffect, useRef, useState } from 'react'

/** How far from its last press a pointer has moved away, in CSS pixels. */
const AWAY_PX = 48
/** How long an entry must be open before it counts as read, and a key can decide about it. */
export const READ_MS = 1_000
/** How long the words about an act that decided nothing are shown. */
const WORDS_MS = 4_000

/** A press of the pointer. The next ones at its place are the same press until the person goes on. */
interface Press {
  x: number
  y: number
  /** How far the page was scrolled when the next entry opened. */
  scrollY: number
  /** The person scrolls since then. The page also scrolls when an entry opens or a text folds. */
  isScrolling: boolean
  /** The pointer has moved away from it, or the person has scrolled. */
  isLeft: boolean
}

type Act = { by: 'mouse' | 'touch' } | { by: 'key'; isHeld: boolean }

/** The entry that was shown, when (milliseconds), and the last press until then. */
interface Opened {
  shown: string
  press: Press | undefined
  at: number
}

let press: Press | undefined
/** The person's last act. A screen reader presses as a key does: it has no pointer to move. */
let act: Act = { by: 'key', isHeld: false }
let isWatching = false

/** Whether what the person has just done was meant for the entry that is open now. */
export interface Meant {
  /** False for an act that was meant for the entry before, and says so in `words`. */
  isMeant: () => boolean
  /** The advice before deciding, for a few seconds after an act that decided nothing. */
  words: string | undefined
}

/**
 * Tells an act about this entry from one more press for the entry before, which was at the same place:
 * a pointer must have moved away since, or the page have been scrolled; a key counts only a second after
 * the entry was opened, and never while it is held.
 *
 * @param shown changes whenever something else is shown to be read
 */
export function useMeant(noun: string, shown: string): Meant {
  const opened = useRef<Opened>(undefined)
  const [words, setWords] = useState<string>()
  useEffect(() => {
    watch()
    if (press) press.scrollY = window.scrollY
    opened.current = { shown, press, at: performance.now() }
  }, [shown])
  useEffect(() => {
    if (words === undefined) return
    const timer = setTimeout(() => setWords(undefined), WORDS_MS)
    return () => clearTimeout(timer)
  }, [words])
  return {
    words,
    isMeant: () => {
      if (isMeantSince(opened.current)) return true
      setWords(`Take a moment to read this ${noun}. ${NEXT[act.by]}`)
      return false
    },
  }
}

const NEXT: Record<Act['by'], string> = {
  mouse: 'Move the pointer, then decide.',
  touch: 'Touch its text, then decide.',
  key: 'Then press the key again.',
}

function isMeantSince(opened: Opened | undefined): boolean {
  if (act.by === 'key') {
    return !act.isHeld && opened !== undefined && performance.now() - opened.at >= READ_MS
  }
  return opened?.press?.isLeft ?? true
}

function watch(): void {
  if (isWatching) return
  isWatching = true
  const options = { capture: true, passive: true }
  document.addEventListener('pointerdown', notePress, options)
  document.addEventListener('pointermove', leaveIfAway, options)
  document.addEventListener('keydown', noteKey, options)
  document.addEventListener('keyup', noteKey, options)
  document.addEventListener('click', noteClick, options)
  document.addEventListener('wheel', noteScrolling, options)
  document.addEventListener('touchmove', noteScrolling, options)
  document.addEventListener('scroll', leaveIfScrolled, options)
}

function notePress(event: PointerEvent): void {
  if (isFromScreenReader(event)) {
    act = { by: 'key', isHeld: false }
    return
  }
  act = { by: event.pointerType === 'touch' ? 'touch' : 'mouse' }
  leaveIfAway(event)
  if (press && !press.isLeft) return
  const { clientX: x, clientY: y } = event
  press = { x, y, scrollY: window.scrollY, isScrolling: false, isLeft: false }
}

function leaveIfAway({ clientX, clientY }: PointerEvent): void {
  if (press && Math.hypot(clientX - press.x, clientY - press.y) >= AWAY_PX) press.isLeft = true
}

const SCROLL_KEYS = ['PageDown', 'PageUp', 'ArrowDown', 'ArrowUp', 'Home', 'End', ' ']

function noteKey({ type, repeat, key }: KeyboardEvent): void {
  // Space presses a button once, when it is released. Enter goes on while it is held.
  act = { by: 'key', isHeld: type === 'keydown' && repeat }
  if (SCROLL_KEYS.includes(key)) noteScrolling()
}

/** Speech input and some screen readers click without a pointer or a key. */
function noteClick({ detail }: MouseEvent): void {
  if (detail === 0 && act.by !== 'key') act = { by: 'key', isHeld: false }
}

function noteScrolling(): void {
  if (press) press.isScrolling = true
  leaveIfScrolled()
}

function leaveIfScrolled(): void {
  if (!press?.isScrolling) return
  if (Math.abs(window.scrollY - press.scrollY) >= AWAY_PX) press.isLeft = true
}

/**
 * VoiceOver and TalkBack send presses of a pointer without size or pressure, always to the middle of the
 * control (as in `isVirtualPointerEvent` of React Aria).
 */
function isFromScreenReader(event: PointerEvent): boolean {
  const { width, height, pressure, detail, pointerType } = event
  if (!navigator.userAgent.includes('Android')) return width === 0 && height === 0
  const isPoint = width === 1 && height === 1 && pressure === 0 && detail === 0
  return isPoint && pointerType === 'mouse'
}
