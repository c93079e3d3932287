import { z } from 'zod'
import { Id, Instant, optionalLine, requiredText } from './fields.ts'
import { LIVE_LIMITS, MediaGrant } from './live.ts'

/**
 * Path of the room's WebSocket; messages are JSON in both directions. It opens for our own pages,
 * with the session's cookie, for members who may enter now. Others get a status, which a page can't
 * read: `POST /api/live/join` says why.
 */
export const LIVE_SOCKET_PATH = '/api/live/socket'

/** A person in the room, identified only by pseudonym and a random id. */
export const Participant = z.object({
  id: z.string(),
  anonymousUsername: z.string(),
  isHost: z.boolean(),
  /** A member whom a host has made a co-host for this session. */
  isCohost: z.boolean(),
  state: z.enum(['connecting', 'connected', 'reconnecting']),
  microphone: z.enum(['muted', 'live']),
  /** False after they were muted, and in an invite-only room, until they are invited. */
  maySpeak: z.boolean(),
})
export type Participant = z.infer<typeof Participant>

/** A question under a one-time name. */
export const RoomQuestion = z.object({
  id: z.int(),
  name: z.string(),
  text: z.string(),
  isAnswered: z.boolean(),
  mine: z.boolean(),
  /** Only hosts and the member who asked get one that waits for a host or is hidden. */
  state: z.enum(['waiting', 'shown', 'hidden']),
  /** For hosts: the member who asked can't ask any more, because of this question. */
  isAskerSilenced: z.boolean(),
})
export type RoomQuestion = z.infer<typeof RoomQuestion>

/** Someone whom a host or co-host has removed, by the id that they had. */
export const RemovedPerson = z.object({ id: z.string(), anonymousUsername: z.string() })
export type RemovedPerson = z.infer<typeof RemovedPerson>

/** How long a person may speak. Nothing is muted when it ends. */
export const SpeakingTime = z.object({
  participantId: z.string(),
  /** By the server's clock; null once the time is up. */
  endsAt: Instant.nullable(),
})
export type SpeakingTime = z.infer<typeof SpeakingTime>

/** The room as one person in it sees it. */
export const RoomSnapshot = z.object({
  participants: z.array(Participant),
  /** Ids of participants in the order in which they raised their hands. */
  hands: z.array(z.string()),
  questions: z.array(RoomQuestion),
  isRecording: z.boolean(),
  /** Null while nothing is recorded, and while a recording ends. */
  recordingSince: Instant.nullable(),
  /** Whether members speak by invitation only. */
  isInviteOnly: z.boolean(),
  /** Whether hosts see new questions before everyone else does. */
  areQuestionsChecked: z.boolean(),
  /** Whom hosts and co-hosts can let in again; empty for everyone else. */
  removed: z.array(RemovedPerson),
  /** The rules for the session, while a host shows them. */
  rules: z.string().nullable(),
  /** The rules that a host has last written, shown or not; empty for everyone else. */
  savedRules: z.string(),
  /** Everyone's for hosts and co-hosts; for members only their own. */
  speakingTimes: z.array(SpeakingTime),
  /** When the room goes off air because no host is in it; null while one is. */
  hostGoneUntil: Instant.nullable(),
})
export type RoomSnapshot = z.infer<typeof RoomSnapshot>

/** The id that the room gave a participant. */
const ParticipantId = optionalLine(64, 'This person isn’t in the room.')

/** The messages of a page. The first one is `hello`. */
export const ClientMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('hello'),
    /** After a lost connection: the participant id of the last `welcome`, to stay that participant. */
    resume: ParticipantId.optional(),
  }),
  /** For the embedded engine: a complete session description, without trickle ICE. */
  z.object({
    type: z.literal('offer'),
    sdp: z.string().max(65_536),
    transport: z.enum(['udp', 'tcp']),
  }),
  /** For the other engines: the page's own report on its connection to the provider. */
  z.object({ type: z.literal('connection'), state: z.enum(['connected', 'reconnecting']) }),
  z.object({ type: z.literal('microphone'), isOpen: z.boolean() }),
  z.object({ type: z.literal('hand'), isUp: z.boolean() }),
  z.object({
    type: z.literal('question'),
    text: requiredText({
      required: 'Enter your question.',
      max: LIVE_LIMITS.question,
      tooLong: `Questions must be ${LIVE_LIMITS.question} characters or less.`,
    }),
  }),
  z.object({ type: z.literal('leave') }),
  /** From here on, for hosts and co-hosts. */
  z.object({ type: z.literal('mute'), participantId: ParticipantId }),
  z.object({ type: z.literal('mute-all') }),
  /** Invites to speak, which undoes a mute and lowers the hand. */
  z.object({ type: z.literal('invite'), participantId: ParticipantId }),
  z.object({ type: z.literal('remove'), participantId: ParticipantId }),
  z.object({ type: z.literal('lower-hand'), participantId: ParticipantId }),
  z.object({ type: z.literal('lower-all-hands') }),
  /** Lets a removed person come back, by the id that they had. */
  z.object({ type: z.literal('let-in'), participantId: ParticipantId }),
  /** Starts a person's speaking time, again if it is running; null stops it. */
  z.object({
    type: z.literal('speaking-time'),
    participantId: ParticipantId,
    minutes: z.literal(LIVE_LIMITS.speakingMinutes).nullable(),
  }),
  /** From here on, for hosts. */
  z.object({
    type: z.literal('rules'),
    text: requiredText({
      required: 'Enter the rules.',
      max: LIVE_LIMITS.rules,
      tooLong: `Rules must be ${LIVE_LIMITS.rules} characters or less.`,
    }),
    isShown: z.boolean(),
  }),
  z.object({ type: z.literal('cohost'), participantId: ParticipantId, isCohost: z.boolean() }),
  z.object({ type: z.literal('invite-only'), isOn: z.boolean() }),
  z.object({ type: z.literal('check-questions'), isOn: z.boolean() }),
  z.object({ type: z.literal('question-answered'), questionId: Id, isAnswered: z.boolean() }),
  z.object({ type: z.literal('question-shown'), questionId: Id, isShown: z.boolean() }),
  /** The member who asked can't ask any more in this session, or can again. */
  z.object({ type: z.literal('asker-silenced'), questionId: Id, isSilenced: z.boolean() }),
])
export type ClientMessage = z.infer<typeof ClientMessage>

/** The messages of the room. */
export const ServerMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('welcome'),
    participantId: z.string(),
    /** How the page gets its sound: for this participant, and within a minute. */
    media: MediaGrant,
    room: RoomSnapshot,
    /** The server's clock, because that of a device can differ. */
    now: Instant,
  }),
  /** The fields that changed since the last such message or `welcome`; each is complete. */
  z.object({ type: z.literal('room'), room: RoomSnapshot.partial(), now: Instant }),
  z.object({ type: z.literal('answer'), sdp: z.string() }),
  /** The engine restarted: reconnect at once. */
  z.object({ type: z.literal('reconnect') }),
  /** Volume of the people speaking, 0 to 1 by participant id, at most five times a second. */
  z.object({ type: z.literal('levels'), levels: z.record(z.string(), z.number()) }),
  /** Mutes the receiver, because a host did or because too many microphones are open. */
  z.object({ type: z.literal('muted'), by: z.enum(['host', 'room']) }),
  /** A host or co-host invites the receiver to speak. */
  z.object({ type: z.literal('invited') }),
  z.object({ type: z.literal('recording'), isRecording: z.boolean() }),
  z.object({ type: z.literal('refused'), sentence: z.string() }),
  /** The last message: the session, or the receiver's part in it, has ended. */
  z.object({
    type: z.literal('ended'),
    /** `no-host`: the room closed because no host came back in time. */
    reason: z.enum(['off-air', 'no-host', 'removed', 'elsewhere', 'access', 'left']),
  }),
])
export type ServerMessage = z.infer<typeof ServerMessage>
