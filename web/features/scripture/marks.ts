import type { QueryClient } from '@tanstack/react-query'
import { type FoundReference, findPassages } from '#contract/scripture-reference.ts'
import { chaptersOf } from '#web/features/scripture/chapters.ts'
import { chapterQuery } from '#web/features/scripture/queries.ts'

/** How many chapters are prefetched for one text. */
const MOST_AHEAD = 12
const MARK = 'data-scripture'
/** Controls, in whose labels references are not marked. */
const CONTROLS = `a, button, summary, [${MARK}]`
const CLASSES =
  'cursor-pointer rounded-xs underline pointer-coarse:py-1.5 decoration-line-strong decoration-dotted underline-offset-4 hover:text-primary hover:decoration-primary'

interface MarkHandlers {
  onOpen: (reference: FoundReference) => void
  /** Called when a reference is hovered or focused and may be opened. */
  onApproach: () => void
}

/**
 * Turns the references in an element's texts into buttons that look like the text around them. They
 * are spans, because browsers don't wrap a button's text across lines, and some don't select it.
 * Returns the references and a function that stops listening.
 */
export function markReferences(
  root: HTMLElement,
  { onOpen, onApproach }: MarkHandlers,
): { references: FoundReference[]; stop: () => void } {
  const marks = new Map<Element, FoundReference>()
  for (const node of textsIn(root)) {
    for (const reference of findPassages(node.data).reverse()) {
      marks.set(wrap(node, reference), reference)
    }
  }
  const open = (event: Event): void => {
    const mark = event.target instanceof Element ? event.target.closest(`[${MARK}]`) : null
    const reference = mark && marks.get(mark)
    if (!reference) return
    event.preventDefault()
    onOpen(reference)
  }
  const handleClick = (event: Event): void => {
    // Ignores clicks that end a text selection.
    if (window.getSelection()?.isCollapsed !== false) open(event)
  }
  const handleKey = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' || event.key === ' ') open(event)
  }
  const listening = new AbortController()
  const { signal } = listening
  root.addEventListener('click', handleClick, { signal })
  root.addEventListener('keydown', handleKey, { signal })
  for (const mark of marks.keys()) {
    mark.addEventListener('pointerenter', onApproach, { signal, once: true })
    mark.addEventListener('focus', onApproach, { signal, once: true })
  }
  return { references: [...marks.values()], stop: () => listening.abort() }
}

/** Prefetches the chapters of some references, so that they are available offline. */
export function readPassages(client: QueryClient, references: readonly FoundReference[]): void {
  const chapters = references.flatMap(({ passages }) => chaptersOf(passages))
  for (const { chapter } of chapters.slice(0, MOST_AHEAD)) {
    void client.prefetchQuery(chapterQuery(chapter))
  }
}

function textsIn(root: HTMLElement): Text[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const nodes: Text[] = []
  while (walker.nextNode()) {
    const node = walker.currentNode
    if (node instanceof Text && !node.parentElement?.closest(CONTROLS)) nodes.push(node)
  }
  return nodes
}

function wrap(node: Text, { text, start }: FoundReference): HTMLElement {
  const mark = document.createElement('span')
  mark.setAttribute(MARK, '')
  mark.setAttribute('role', 'button')
  mark.setAttribute('aria-haspopup', 'dialog')
  mark.setAttribute('aria-label', `${text}, open the passage`)
  mark.tabIndex = 0
  mark.className = CLASSES
  const words = node.splitText(start)
  words.splitText(text.length)
  words.replaceWith(mark)
  mark.append(words)
  return mark
}
