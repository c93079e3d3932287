import { useEffect, useState } from 'react'
import { announcementsOf } from './announcements.ts'
import { room } from './room.ts'
import { OUTSIDE } from './room-state.ts'

/**
 * Changes within this time are announced together, and each announcement stays at least this long.
 */
const GATHER_MS = 1_500

/** The text for a polite live region. */
export function useAnnouncer(): string {
  const [sentence, setSentence] = useState('')
  useEffect(() => {
    let shown = OUTSIDE
    let timer: ReturnType<typeof setTimeout> | undefined
    const announce = (): void => {
      timer = undefined
      const now = room.getSnapshot()
      const sentences = announcementsOf(shown, now)
      shown = now
      if (sentences.length > 0) setSentence(sentences.join(' '))
    }
    const stop = room.subscribe(() => {
      timer ??= setTimeout(announce, GATHER_MS)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [])
  return sentence
}
