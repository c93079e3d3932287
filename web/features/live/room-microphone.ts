import type { Microphone } from './microphone.ts'
import type { RoomState } from './room-state.ts'
import type { RoomContext, RoomNeeds } from './room-store.ts'

/** The person's own microphone in one context. */
export interface RoomMicrophone {
  /**
   * Closes it, or opens it, asking for permission if needed. Shows a message if it can't be opened.
   */
  toggle(): void
  /** Switches to another chosen microphone while one is open. */
  replace(): Promise<void>
  /** Closes it and shows who muted it. */
  mute(by: RoomState['mutedBy']): void
  close(): void
}

export function createRoomMicrophone(
  context: RoomContext,
  input: Pick<RoomNeeds, 'openMicrophone' | 'notify'> & {
    setTrack(track: MediaStreamTrack | null): void
  },
): RoomMicrophone {
  let current: Microphone | undefined

  const close = (): void => {
    input.setTrack(null)
    current?.close()
    current = undefined
  }
  const mute = (by: RoomState['mutedBy']): void => {
    close()
    context.dispatch({ type: 'muted', by })
  }
  const speakThrough = (opened: Microphone): void => {
    current?.close()
    current = opened
    input.setTrack(opened.track)
    opened.onGone(() => {
      if (current !== opened) return
      context.send({ type: 'microphone', isOpen: false })
      mute(null)
      const sentence = 'The microphone has stopped. Is it still plugged in?'
      input.notify({ type: 'microphone-failed', sentence })
    })
  }
  const open = async (): Promise<void> => {
    const connection = context.connection()
    const isWanted = (): boolean =>
      context.connection() === connection && context.state().microphone === 'opening'
    context.dispatch({ type: 'microphone-opening' })
    let opened: Microphone
    try {
      opened = await input.openMicrophone()
    } catch (error) {
      if (!isWanted()) return
      context.dispatch({ type: 'microphone-refused' })
      const sentence = error instanceof Error ? error.message : ''
      return input.notify({ type: 'microphone-failed', sentence })
    }
    // The person muted or left while the permission prompt was open.
    if (!isWanted()) return opened.close()
    if (!context.send({ type: 'microphone', isOpen: true })) {
      opened.close()
      return context.dispatch({ type: 'microphone-refused' })
    }
    speakThrough(opened)
    context.dispatch({ type: 'microphone-live' })
  }
  const replace = async (): Promise<void> => {
    const opened = await input.openMicrophone()
    if (context.state().microphone === 'live') speakThrough(opened)
    else opened.close()
  }
  const toggle = (): void => {
    if (context.state().microphone === 'muted') return void open()
    context.send({ type: 'microphone', isOpen: false })
    mute(null)
  }
  return { toggle, replace, mute, close }
}
