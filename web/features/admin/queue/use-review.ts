import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { CLAIM_MINUTES, type Claim, type Claimable } from '#contract/review.ts'
import { type Cover, useCover } from '#web/features/admin/queue/care-cover.tsx'
import {
  entryScope,
  refreshReview,
  releaseClaim,
  takeClaim,
} from '#web/features/admin/queue/queries.ts'
import { useKeys } from '#web/features/admin/queue/use-keys.ts'
import { useMeant } from '#web/features/admin/queue/use-meant.ts'
import { isOutdated } from '#web/lib/api.ts'
import type { Hardness } from '#web/lib/hard-words.ts'
import {
  type Decision,
  type DecisionStatus,
  decide,
  settle,
  useDecisionStatus,
} from '#web/lib/undo.ts'
import { useSending } from '#web/lib/use-sending.ts'
import { toastError } from '#web/ui/toast-store.ts'

/** The queue's input for the card of its open entry. */
export interface Review {
  status: DecisionStatus | undefined
  cover: Cover
  claiming: Claiming
  canClaim: boolean
  /** The author changed the text while it was open. An unread version can't be decided on. */
  hasChanged: boolean
  onRead: () => void
  /** Another administrator has claimed it, so nothing can be done about it. */
  isTaken: boolean
  /** Whether it can be decided on now. */
  isOpen: boolean
  /**
   * To be asked by each button and key that decides: false for an act that was meant for the entry
   * before. `words` then say what to do.
   */
  isMeant: () => boolean
  words: string | undefined
  /** Decides, and goes on to the next entry. Call it only while `isOpen`. */
  decide: (decision: Omit<Decision, 'subject'>) => void
  /** Records a decision that the server has already accepted, and goes on to the next entry. */
  settle: (label: string) => void
  undo: () => void
  /** Leaves it for someone else, and gives back the claim. */
  skip: () => void
}

export interface OpenEntry {
  id: number
  /** The noun for it, such as 'story'. */
  noun: string
  /** Identifies the entry, in its current version, among all decisions. */
  subject: string
  /** The version of its text; null if it can't change. */
  version: string | null
  hardness: Hardness | undefined
  hasDraft: boolean
  kind: Claimable
  claim: Claim | null
  /** Whether the administrator can take the claim by a button. */
  mayClaim: boolean
  /** Goes on to the next entry; the words are announced. */
  onDecided: (words: string) => void
  onUndo: () => void
  onSkip: () => void
}

/** The state of the open entry of a queue. */
export function useReview(entry: OpenEntry): Review {
  const { subject, version, claim, onDecided } = entry
  const status = useDecisionStatus(subject)
  const [readVersion, setReadVersion] = useState(version)
  const cover = useCover(entry.hardness, () => entry.hasDraft)
  const claiming = useClaim(entry)
  const meant = useMeant(entry.noun, `${subject} ${cover.isCovered}`)
  const goOn = useGoOn(onDecided)
  const hasChanged = version !== readVersion
  const isTaken = claim?.mine === false
  const isOpen = status === undefined && !cover.isCovered && !hasChanged && !isTaken
  const canClaim = entry.mayClaim && status === undefined
  const take = claim === null ? claiming.take : claim.mine ? claiming.release : undefined
  useKeys({ c: canClaim ? take : undefined })
  return {
    status,
    cover,
    claiming,
    canClaim,
    hasChanged,
    onRead: () => setReadVersion(version),
    isTaken,
    isOpen,
    ...meant,
    decide: (decision) => {
      decide([{ ...decision, subject }])
      onDecided(`${decision.label}. Press U to undo.`)
    },
    settle: (label) => {
      settle(subject, label)
      goOn(`${label}.`)
    },
    undo: entry.onUndo,
    skip: () => {
      if (claim?.mine) claiming.release()
      entry.onSkip()
    },
  }
}

/** Goes on with the latest state of the queue, unless another entry was opened while it was sent. */
function useGoOn(onDecided: (words: string) => void): (words: string) => void {
  const isShown = useRef(false)
  const onLatest = useRef(onDecided)
  useEffect(() => {
    onLatest.current = onDecided
  })
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return (words) => (isShown.current ? onLatest.current(words) : undefined)
}

/** A claim is renewed once half of its time has passed. */
const RENEW_MS = (CLAIM_MINUTES / 2) * 60_000
const RETRY_MS = 30_000

/** The claim on an entry, with the actions on it and their state. */
export interface Claiming {
  claim: Claim | null
  /** Shows the other administrators that this one is working on the entry. */
  take: () => void
  isTaking: boolean
  release: () => void
  isReleasing: boolean
  /** The administrator has taken the claim by its button. */
  wasTaken: boolean
  /** The administrator has just released the claim. */
  wasReleased: boolean
  /** Takes the claim implicitly, for example while a reason is written, and renews it. */
  ensure: () => void
}

function useClaim({
  kind,
  id,
  noun,
  claim,
}: Pick<OpenEntry, 'kind' | 'id' | 'noun' | 'claim'>): Claiming {
  const client = useQueryClient()
  const triedAt = useRef(0)
  const taking = useSending({
    scope: entryScope(kind, id),
    mutationFn: (_: { isAsked: boolean }) => takeClaim(kind, id),
    onSuccess: () => refreshReview(client),
    onError: (error, { isAsked }) => {
      // The decision itself will show any other problem.
      if (isAsked || isOutdated(error)) toastError(`Failed to claim ${noun}`, error)
      if (isOutdated(error)) void refreshReview(client)
    },
  })
  const releasing = useSending({
    scope: entryScope(kind, id),
    mutationFn: () => releaseClaim(kind, id),
    onSuccess: () => refreshReview(client),
    onError: (error) => toastError(`Failed to release ${noun}`, error),
  })
  const take = (isAsked: boolean): void => taking.mutate({ isAsked })
  const ensure = (): void => {
    const now = Date.now()
    const lasts = claim ? Date.parse(claim.until) - now : 0
    const isNeeded = claim === null || (claim.mine && lasts < RENEW_MS)
    if (!isNeeded || now - triedAt.current < RETRY_MS) return
    triedAt.current = now
    take(false)
  }
  const release = (): void => {
    triedAt.current = 0
    releasing.mutate()
  }
  return {
    claim,
    take: () => take(true),
    isTaking: taking.isPending && taking.variables.isAsked,
    wasTaken: taking.isSuccess && taking.variables.isAsked,
    release,
    isReleasing: releasing.isPending,
    wasReleased: releasing.isSuccess,
    ensure,
  }
}
