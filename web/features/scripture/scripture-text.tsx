import { useQueryClient } from '@tanstack/react-query'
import { type ReactElement, type RefObject, useEffect, useRef, useState } from 'react'
import type { FoundReference } from '#contract/scripture-reference.ts'
import { onDemand } from '#web/lib/on-demand.tsx'
import { whenIdle } from '#web/lib/when-idle.ts'

/** Plain text whose Bible references open their passage. */
export function ScriptureText({ text }: { text: string }): ReactElement {
  const { ref, passage } = useMarks(text)
  return (
    <>
      {/* The key recreates the element for a new text, because the marks split this one's text
          nodes. */}
      <span key={text} ref={ref}>
        {text}
      </span>
      {passage}
    </>
  )
}

const loadMarks = () => import('#web/features/scripture/marks.ts')
const loadDialog = () => import('#web/features/scripture/passage-dialog.tsx')

const PassageDialog = onDemand(loadDialog, 'PassageDialog')

interface Marks {
  /** The ref of the element whose references become buttons. */
  ref: RefObject<HTMLElement | null>
  /** The open passage's dialog, to render anywhere. */
  passage: ReactElement | null
}

interface MarkOptions {
  /** Whether to prefetch the passages for offline use. */
  readsAhead?: boolean
}

/**
 * Turns references in an element into buttons once the browser is idle. The text is shown first,
 * and stays as it is if the code can't be loaded.
 *
 * @param source the text of the element; a new text is searched again
 */
export function useMarks(source: string, { readsAhead = false }: MarkOptions = {}): Marks {
  const client = useQueryClient()
  const ref = useRef<HTMLElement>(null)
  const [opened, setOpened] = useState<{ reference: FoundReference; count: number }>()
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    // Most texts have no digit and don't need the code.
    if (!/\d/.test(source)) return
    const stopped = new AbortController()
    const mark = async (): Promise<void> => {
      if (stopped.signal.aborted) return
      const { markReferences, readPassages } = await loadMarks()
      if (stopped.signal.aborted || !ref.current) return
      const { references, stop } = markReferences(ref.current, {
        onOpen: (reference) => {
          setOpened((before) => ({ reference, count: (before?.count ?? 0) + 1 }))
          setIsOpen(true)
        },
        onApproach: () => void loadDialog().catch(() => undefined),
      })
      stopped.signal.addEventListener('abort', stop)
      if (readsAhead) readPassages(client, references)
    }
    whenIdle(() => void mark().catch(() => undefined))
    return () => stopped.abort()
  }, [source, readsAhead, client])
  const passage = opened ? (
    <PassageDialog
      key={opened.count}
      reference={opened.reference}
      isOpen={isOpen}
      onClose={() => setIsOpen(false)}
    />
  ) : null
  return { ref, passage }
}
