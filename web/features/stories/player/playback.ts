import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { createListeners } from '#web/lib/listeners.ts'
import { endSound, startSound } from '#web/lib/page-sound.ts'

export const SPEEDS = [1, 1.25, 1.5] as const
export type Speed = (typeof SPEEDS)[number]

/** `load`: the file is missing or unreadable. `play`: the file exists but does not start. */
export type PlaybackFailure = 'load' | 'play'

export interface PlaybackSnapshot {
  status: 'paused' | 'loading' | 'playing'
  /** In seconds. */
  time: number
  /** In seconds; null while unknown. */
  duration: number | null
  speed: Speed
  failure: PlaybackFailure | null
}

export interface Playback {
  subscribe: (listener: () => void) => () => void
  getSnapshot: () => PlaybackSnapshot
  play: () => void
  pause: () => void
  /** Seeks to a time in seconds. */
  seek: (time: number) => void
  setSpeed: (speed: Speed) => void
  close: () => void
}

/**
 * Plays one file; starting it ends every other sound of the page. Nothing is fetched before the
 * first use. `knownDuration` (seconds) takes precedence over the file's own, which recorders often
 * leave infinite.
 */
function createPlayback(src: string, knownDuration: number | null): Playback {
  let snapshot: PlaybackSnapshot = {
    status: 'paused',
    time: 0,
    duration: usable(knownDuration),
    speed: 1,
    failure: null,
  }
  let audio: HTMLAudioElement | null = null
  const listeners = createListeners()

  function update(change: Partial<PlaybackSnapshot>): void {
    snapshot = { ...snapshot, ...change }
    listeners.notify()
  }

  function element(): HTMLAudioElement {
    if (!audio) {
      audio = new Audio()
      audio.preload = 'none'
      audio.src = src
      follow(audio)
    }
    return audio
  }

  function follow(source: HTMLAudioElement): void {
    const own = (): number => Math.min(source.currentTime, snapshot.duration ?? Infinity)
    const on = (name: keyof HTMLMediaElementEventMap, handle: () => void): void =>
      source.addEventListener(name, () => (audio === source ? handle() : undefined))
    on('timeupdate', () => update({ time: own() }))
    on('seeked', () => update({ time: own() }))
    on('playing', () => update({ status: 'playing', failure: null }))
    on('waiting', () => update({ status: source.paused ? 'paused' : 'loading' }))
    on('pause', () => update({ status: 'paused' }))
    on('ended', () => {
      source.currentTime = 0
      update({ status: 'paused', time: 0 })
    })
    on('durationchange', () =>
      update({ duration: usable(knownDuration) ?? usable(source.duration) }),
    )
    on('error', () => fail('load'))
  }

  function fail(failure: PlaybackFailure): void {
    audio = null // the next attempt reloads the file
    update({ status: 'paused', failure: snapshot.failure ?? failure })
  }

  const playback: Playback = {
    subscribe: listeners.subscribe,
    getSnapshot: () => snapshot,
    play: () => {
      startSound(playback.pause)
      const source = element()
      source.playbackRate = snapshot.speed
      if (source.readyState === 0 && snapshot.time > 0) source.currentTime = snapshot.time
      update({ status: 'loading', failure: null })
      source.play().catch((cause: unknown) => {
        const isInterrupted = cause instanceof DOMException && cause.name === 'AbortError'
        if (audio === source && !isInterrupted) fail(source.error ? 'load' : 'play')
      })
    },
    pause: () => {
      audio?.pause()
      update({ status: 'paused' })
    },
    seek: (time) => {
      const target = Math.max(0, Math.min(time, snapshot.duration ?? 0))
      if (audio) audio.currentTime = target
      update({ time: target })
    },
    setSpeed: (speed) => {
      if (audio) audio.playbackRate = speed
      update({ speed })
    },
    close: () => {
      audio?.pause()
      audio = null
      endSound(playback.pause)
    },
  }
  return playback
}

function usable(duration: number | null): number | null {
  return duration !== null && Number.isFinite(duration) && duration > 0 ? duration : null
}

/** A playback that is closed when its component unmounts. */
export function usePlayback(
  src: string,
  knownDuration: number | null,
): { playback: Playback; snapshot: PlaybackSnapshot } {
  const playback = useMemo(() => createPlayback(src, knownDuration), [src, knownDuration])
  const snapshot = useSyncExternalStore(
    playback.subscribe,
    playback.getSnapshot,
    playback.getSnapshot,
  )
  useEffect(() => () => playback.close(), [playback])
  return { playback, snapshot }
}
