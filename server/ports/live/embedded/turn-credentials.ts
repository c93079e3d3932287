import { createHmac } from 'node:crypto'
import type { IceServer } from '#contract/live.ts'

/** Longer than a session lasts: a relay checks the credentials repeatedly while it is used. */
const TURN_HOURS = 8

/**
 * A browser's credentials for a TURN server, as in coturn's `use-auth-secret`: a username that expires,
 * and its HMAC with the shared secret (draft-uberti-behave-turn-rest-00).
 */
export function turnServer(input: {
  urls: string[]
  secret: string
  participantId: string
  now: Date
}): IceServer {
  const expires = Math.floor(input.now.getTime() / 1_000) + TURN_HOURS * 3_600
  const username = `${expires}:${input.participantId}`
  const credential = createHmac('sha1', input.secret).update(username).digest('base64')
  return { urls: input.urls, username, credential }
}
