import type { Microphone } from './microphone.ts'
import type { RoomState } from './room-state.ts'
import type { RoomNeeds, Visit } from './room-store.ts'

/** The person's own microphone in one visit. */
export interface RoomMicrophone {
  /**
   * Opens the microphone, asking for permission if needed. Shows a message if it can't be opened.
   */
  open(): Promise<void>
  /** Switches to another chosen microphone while one is open. */
  replace(): Promise<void>
  /** Closes it and shows who muted it. */
  mute(by: RoomState['mutedBy']): void
  close(): void
}

export function createRoomMicrophone(
  visit: Visit,
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
    visit.change({ microphone: 'muted', mutedBy: by, isInvited: false })
  }
  const speakThrough = (opened: Microphone): void => {
    current?.close()
    current = opened
    input.setTrack(opened.track)
    opened.onGone(() => {
      if (current !== opened) return
      visit.send({ type: 'microphone', isOpen: false })
      mute(null)
      const sentence = 'The microphone has stopped. Is it still plugged in?'
      input.notify({ type: 'microphone-failed', sentence })
    })
  }
  const open = async (): Promise<void> => {
    const line = visit.line()
    const isWanted = (): boolean => visit.line() === line && visit.state().microphone === 'opening'
    visit.change({ microphone: 'opening', mutedBy: null, isInvited: false })
    let opened: Microphone
    try {
      opened = await input.openMicrophone()
    } catch (error) {
      if (!isWanted()) return
      visit.change({ microphone: 'muted' })
      const sentence = error instanceof Error ? error.message : ''
      return input.notify({ type: 'microphone-failed', sentence })
    }
    // The person muted or left while the permission prompt was open.
    if (!isWanted()) return opened.close()
    if (!visit.send({ type: 'microphone', isOpen: true })) {
      opened.close()
      return visit.change({ microphone: 'muted' })
    }
    speakThrough(opened)
    visit.change({ microphone: 'live' })
  }
  const replace = async (): Promise<void> => {
    const opened = await input.openMicrophone()
    if (visit.state().microphone === 'live') speakThrough(opened)
    else opened.close()
  }
  return { open, replace, mute, close }
}
