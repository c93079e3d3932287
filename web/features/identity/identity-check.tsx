import { type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react'
import type { TextBox } from './text-box.ts'

interface IdentityCheckProps {
  /** Community usernames that may appear in the text. */
  known?: readonly string[]
  /** The text box: one `Textarea` or `Input`. */
  children: ReactNode
}

const NO_NAMES: readonly string[] = []

const loadTools = () => import('./identity-tools.tsx')
type Tools = Awaited<ReturnType<typeof loadTools>>['IdentityTools']

/**
 * Shows a member which details of their text could identify someone. The rules are loaded when the
 * box gets the focus; nothing is sent after that. Without them, such as offline, writing still
 * works.
 */
export function IdentityCheck({ known = NO_NAMES, children }: IdentityCheckProps): ReactElement {
  const holder = useRef<HTMLDivElement>(null)
  const [box, setBox] = useState<TextBox>()
  const [Tools, setTools] = useState<Tools>()
  useEffect(() => {
    const found = holder.current?.querySelector<TextBox>('textarea, input')
    if (!found) return
    let isGone = false
    const load = (): void => {
      found.removeEventListener('focus', load)
      loadTools().then(
        ({ IdentityTools }) => {
          if (isGone) return
          setBox(found)
          setTools(() => IdentityTools)
        },
        () => undefined,
      )
    }
    // A kept draft is checked before the box has the focus.
    if (found.value || document.activeElement === found) load()
    else found.addEventListener('focus', load)
    return () => {
      isGone = true
      found.removeEventListener('focus', load)
    }
  }, [])
  return (
    <div ref={holder} className="relative flex flex-col gap-1.5">
      {children}
      {box && Tools ? <Tools box={box} known={known} /> : null}
    </div>
  )
}
