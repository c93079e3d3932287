import { z } from 'zod'
import { Id, Instant, optionalLine, requiredText } from './fields.ts'
import { LIVE_LIMITS } from './live.ts'

/** Where the socket of the room is; WebSocket, JSON both ways. */
export const LIVE_SOCKET_PATH = '/api/live/socket'
/**
 * The socket's subprotocol. A page offers it together with its ticket, which no log of a proxy
 * holds there: `new WebSocket(path, [LIVE_SOCKET_PROTOCOL, ticket])`.
 */
export const LIVE_SOCKET_PROTOCOL = 'folx-live'

/** A person in the room, by pseudonym and an id of this visit alone. */
export const Participant = z.object({
  id: z.string(),
  anonymousUsername: z.string(),
  isHost: z.boolean(),
  /** A member whom a host has made a co-host for this session. */
  isCohost: z.boolean(),
  state: z.enum(['connecting', 'connected', 'reconnecting']),
  microphone: z.enum(['muted', 'live']),
  /** False after they were muted, and while only invited people speak, until they are invited. */
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
})
export type RoomQuestion = z.infer<typeof RoomQuestion>

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
  /** Set while no host is in the room: when it goes off air. */
  hostGoneUntil: Instant.nullable(),
})
export type RoomSnapshot = z.infer<typeof RoomSnapshot>

/** Of a participant, as the room has issued it. */
const ParticipantId = optionalLine(64, 'This is nobody in the room.')

/** What a page says on the socket. The first message is `hello`. */
export const ClientMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('hello'),
    /** After a lost socket: the participant id of the last `welcome`. It keeps the place. */
    resume: ParticipantId.optional(),
  }),
  /** For the embedded engine: a description to connect by, at once and without trickle. */
  z.object({
    type: z.literal('offer'),
    sdp: z.string().max(65_536),
    transport: z.enum(['udp', 'tcp']),
  }),
  /** The page's own word on its connection to the provider, for the other engines. */
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
  /** A host's or a co-host's. */
  z.object({ type: z.literal('mute'), participantId: ParticipantId }),
  z.object({ type: z.literal('mute-all') }),
  /** To speak; it takes a mute back and lowers the hand. */
  z.object({ type: z.literal('invite'), participantId: ParticipantId }),
  z.object({ type: z.literal('remove'), participantId: ParticipantId }),
  z.object({ type: z.literal('lower-hand'), participantId: ParticipantId }),
  z.object({ type: z.literal('lower-all-hands') }),
  /** A host's. */
  z.object({ type: z.literal('cohost'), participantId: ParticipantId, isCohost: z.boolean() }),
  z.object({ type: z.literal('invite-only'), isOn: z.boolean() }),
  z.object({ type: z.literal('question-answered'), questionId: Id, isAnswered: z.boolean() }),
])
export type ClientMessage = z.infer<typeof ClientMessage>

/** What the room says on the socket. */
export const ServerMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('welcome'), participantId: z.string(), room: RoomSnapshot }),
  /** What has changed since the last such message or `welcome`; each field is whole. */
  z.object({ type: z.literal('room'), room: RoomSnapshot.partial() }),
  z.object({ type: z.literal('answer'), sdp: z.string() }),
  /** The engine began anew: connect again at once. */
  z.object({ type: z.literal('reconnect') }),
  /** Levels of those who speak, 0 to 1 by participant id, five times a second at most. */
  z.object({ type: z.literal('levels'), levels: z.record(z.string(), z.number()) }),
  /** Closes one's own microphone: a host did it, or the room has no place for another. */
  z.object({ type: z.literal('muted'), by: z.enum(['host', 'room']) }),
  /** A host or co-host would like to hear this person. */
  z.object({ type: z.literal('invited') }),
  z.object({ type: z.literal('recording'), isRecording: z.boolean() }),
  z.object({ type: z.literal('refused'), sentence: z.string() }),
  /** The last message: the room or one's place in it has ended. */
  z.object({
    type: z.literal('ended'),
    reason: z.enum(['off-air', 'removed', 'elsewhere', 'access', 'left']),
  }),
])
export type ServerMessage = z.infer<typeof ServerMessage>
