import { useEffect, useEffectEvent, useState } from 'react'
import {
  clearDraft,
  draftVersion,
  followDraft,
  type KeepOptions,
  KeptText,
  keepDraft,
  readDraft,
  tabStorage,
} from '#web/lib/drafts.ts'
import type { Shape } from '#web/lib/shape.ts'
import { useRestoredDraft } from '#web/lib/use-restored-draft.ts'
import { useStoredState } from '#web/lib/use-stored-state.ts'

interface DraftOptions<T> extends KeepOptions<T> {
  /** The value without a draft. It isn't kept. */
  initial: T
}

/**
 * The state of something that is being entered. Its draft survives a reload, and leaving and
 * reopening the page; it follows what is entered in another tab.
 */
export function useDraft<T>(
  key: string,
  shape: Shape<T>,
  options: DraftOptions<T>,
): [T, (value: T) => void] {
  const { initial, storage } = options
  const [{ value, restored }, setState] = useStoredState<{ value: T; restored?: T | undefined }>(
    () => {
      const restored = readDraft(key, shape, storage)
      return { value: restored ?? initial, restored }
    },
    { value: initial },
  )
  useRestoredDraft(restored)
  const follow = useEffectEvent(() =>
    setState({ value: readDraft(key, shape, storage) ?? initial, restored }),
  )
  useEffect(() => followDraft(key, storage, () => follow()), [key, storage])
  const handleChange = (next: T): void => {
    setState({ value: next, restored })
    keepDraft(key, next, options)
  }
  return [value, handleChange]
}

/**
 * `useDraft` for a private text. Its draft doesn't survive closing the tab. Without a draft, it starts
 * as `initial`, which is not kept.
 */
export function useTextDraft(key: string, initial = ''): [string, (text: string) => void] {
  const [text, setText] = useTextChange(key, { text: initial, version: undefined })
  return [text, setText]
}

/**
 * `useTextDraft` for a text that is already saved and may change meanwhile. `began` returns the version
 * that the text on the page began from, also after a reload.
 */
export function useTextChange(
  key: string,
  saved: { text: string; version: string | undefined },
): [text: string, setText: (text: string) => void, began: () => string | undefined] {
  const [shown] = useState(saved.version)
  const [text, setText] = useDraft(key, KeptText, {
    initial: saved.text,
    isEmpty: (next) => !next.trim() || next === saved.text,
    version: () => shown,
    storage: tabStorage,
  })
  return [text, setText, () => draftVersion(key, tabStorage) ?? shown]
}

/** The draft of `useTextDraft` under this key, if there is one. */
export function keptText(key: string): string | undefined {
  return readDraft(key, KeptText, tabStorage)
}

export function forgetText(key: string): void {
  clearDraft(key, tabStorage)
}
