import { endSound, startSound } from '#web/lib/page-sound.ts'

/** The name of the mark in `styles.css`. */
const MARK = 'reading'
const BLOCKS = 'p, li, blockquote, figcaption, h1, h2, h3, h4, h5, h6, td, th, div'
/** At most 200 characters, ending between words: some browsers stop in the middle of longer parts. */
const PART = /.{1,200}(?:[\s,;]|$)|.{1,200}/gsu

interface ReadingInput {
  text: string
  /** The element with the text, if its sentences are to be marked. */
  element: HTMLElement | null | undefined
  voice: SpeechSynthesisVoice | undefined
  /** Stops the reading; aborted when it has ended. */
  reading: AbortController
}

/**
 * Reads a text aloud, sentence by sentence. Resolves when it has ended or was stopped: by any other
 * sound of the page, by leaving the page, or when the page is hidden.
 *
 * @throws Error if the device can't speak
 */
export async function readAloud({ text, element, voice, reading }: ReadingInput): Promise<void> {
  const { signal } = reading
  if (signal.aborted || !voice) return
  const stop = (): void => reading.abort()
  startSound(stop)
  window.addEventListener('pagehide', stop, { signal })
  document.addEventListener('visibilitychange', stop, { signal })
  signal.addEventListener('abort', () => {
    endSound(stop)
    window.speechSynthesis.cancel()
    unmark()
  })
  // Some browsers don't end a reading with its page.
  if (window.speechSynthesis.speaking) window.speechSynthesis.cancel()
  try {
    for (const sentence of element ? sentencesIn(element) : sentencesOf(text)) {
      if (signal.aborted) return
      if (sentence.range) mark(sentence.range)
      await speak(sentence.text, voice, reading)
    }
  } finally {
    stop()
  }
}

function speak(text: string, voice: SpeechSynthesisVoice, reading: AbortController): Promise<void> {
  return new Promise((resolve, reject) => {
    const utterance = new SpeechSynthesisUtterance(text)
    utterance.voice = voice
    utterance.lang = voice.lang
    utterance.addEventListener('end', () => resolve())
    utterance.addEventListener('error', ({ error }) => {
      // Another tab, or the device, has silenced this one.
      if (error === 'canceled' || error === 'interrupted') reading.abort()
      else reject(new Error(error))
    })
    reading.signal.addEventListener('abort', () => resolve())
    window.speechSynthesis.speak(utterance)
  })
}

interface Sentence {
  text: string
  /** Where it begins in the whole text. */
  start: number
  /** Its place on the page. */
  range?: Range
}

/** The sentences of a text, the long ones in parts; without those that have nothing to say. */
function sentencesOf(text: string): Sentence[] {
  const segments = new Intl.Segmenter(document.documentElement.lang, { granularity: 'sentence' })
  return [...segments.segment(text)]
    .flatMap(({ segment, index }) =>
      [...segment.matchAll(PART)].map((part) => ({ text: part[0], start: index + part.index })),
    )
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence.text))
}

/** The sentences of an element, with their places. A sentence ends with its paragraph at the latest. */
function sentencesIn(root: HTMLElement): Sentence[] {
  return blocksIn(root).flatMap((nodes) =>
    sentencesOf(nodes.map(({ data }) => data).join('')).map((sentence) => ({
      ...sentence,
      range: rangeOf(nodes, sentence),
    })),
  )
}

/** The texts of an element, by paragraph, without those of its buttons. */
function blocksIn(root: HTMLElement): Text[][] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const blocks: Text[][] = []
  let last: Element | null | undefined
  while (walker.nextNode()) {
    const node = walker.currentNode
    if (!(node instanceof Text) || node.parentElement?.closest('button')) continue
    const block = node.parentElement?.closest(BLOCKS)
    if (block !== last) blocks.push([])
    blocks.at(-1)?.push(node)
    last = block
  }
  return blocks
}

function rangeOf(nodes: Text[], { text, start }: Sentence): Range {
  const range = document.createRange()
  const end = start + text.trimEnd().length
  let before = 0
  for (const node of nodes) {
    const after = before + node.length
    if (start >= before && start < after) range.setStart(node, start - before)
    if (end > before && end <= after) range.setEnd(node, end - before)
    before = after
  }
  return range
}

/** Nothing is marked in a browser without highlights: the words are heard anyway. */
function mark(range: Range): void {
  if ('highlights' in CSS) CSS.highlights.set(MARK, new Highlight(range))
}

function unmark(): void {
  if ('highlights' in CSS) CSS.highlights.delete(MARK)
}
