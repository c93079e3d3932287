import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { Id, IdParams, Instant, PageQuery, requiredText } from './fields.ts'

export const LIVE_LIMITS = {
  people: 300,
  openMicrophones: 6,
  question: 500,
  questionsPerPerson: 20,
  questionsInRoom: 300,
  /** Seconds within which a grant is to be used. */
  ticket: 60,
  /** Seconds that the room stays on air without its host. */
  hostGrace: 90,
  /** Seconds that a seat is kept for who lost the connection. */
  seat: 20,
  recordingTitle: 120,
  assignment: 5_000,
  retentionDays: 3_650,
  /** Hours after which a recording that nobody stopped is stopped. */
  recordingHours: 6,
} as const

/** The room as every page of a member shows it. */
export const LiveState = z.object({
  onAir: z.boolean(),
  onAirSince: Instant.nullable(),
  recording: z.boolean(),
  participantCount: z.int(),
  /** By a membership that runs, or as an administrator. */
  hasAccess: z.boolean(),
})
export type LiveState = z.infer<typeof LiveState>

/**
 * What a page may ask for when it joins (administrator document, section 5). Those of video are
 * accepted and unused: the room is audio only.
 */
export const JoinOptions = z.object({
  /** Anything that can be written as JSON, at most 4096 characters of it. */
  userData: z
    .json()
    .refine((data) => JSON.stringify(data).length <= 4096, 'User data is at most 4096 characters.')
    .optional(),
  volume: z.number().min(0, 'Volume is from 0 to 2.').max(2, 'Volume is from 0 to 2.').optional(),
  backgroundBlur: z
    .number()
    .gt(0, 'Blur is above 0 and at most 1.')
    .max(1, 'Blur is above 0 and at most 1.')
    .optional(),
  backgroundImage: z
    .int('The background image is a number from 1 to 10.')
    .min(1, 'The background image is a number from 1 to 10.')
    .max(10, 'The background image is a number from 1 to 10.')
    .optional(),
  trayButtonState: z
    .enum(['default', 'sidebar-open', 'active'], 'This button state is not known.')
    .optional(),
  integrationLocation: z.enum(['main', 'sidebar'], 'This location is not known.').optional(),
  dialOut: z
    .string()
    .max(300)
    .regex(/^(sip:|\+)/, 'An endpoint to dial starts with sip: or +.')
    .optional(),
})
export type JoinOptions = z.infer<typeof JoinOptions>

/** A server that helps with connections (`RTCIceServer`). */
export const IceServer = z.object({
  urls: z.array(z.string()),
  username: z.string().optional(),
  credential: z.string().optional(),
})
export type IceServer = z.infer<typeof IceServer>

/**
 * How the sound travels, by provider; the browser loads only the client that it needs. A token lets
 * listen; the provider's right to send sound follows when the room opens the microphone.
 */
export const MediaGrant = z.discriminatedUnion('provider', [
  z.object({ provider: z.literal('embedded'), iceServers: z.array(IceServer) }),
  z.object({ provider: z.literal('livekit'), url: z.string(), token: z.string() }),
  z.object({ provider: z.literal('daily'), url: z.string(), token: z.string() }),
])
export type MediaGrant = z.infer<typeof MediaGrant>

/** For one person, once, within a minute. It names nobody. */
export const JoinGrant = z.object({
  /** To be the first message on the socket. */
  ticket: z.string(),
  media: MediaGrant,
})
export type JoinGrant = z.infer<typeof JoinGrant>

/** A coming session of the schedule. */
export const CoachingSession = z.object({ startsAt: Instant, isMoved: z.boolean() })
export type CoachingSession = z.infer<typeof CoachingSession>

/** What the members' page shows beside the room. */
export const LivePage = z.object({
  /** The next three. */
  sessions: z.array(CoachingSession),
  assignment: z.object({ title: z.string(), /** Sanitised rich text. */ html: z.string() }),
})
export type LivePage = z.infer<typeof LivePage>

export const LiveSettings = z.object({
  retentionDays: z.int(),
  assignment: LivePage.shape.assignment,
})
export type LiveSettings = z.infer<typeof LiveSettings>

export const LiveSettingsInput = z.object({
  retentionDays: z
    .int('Enter whole days.')
    .min(1, 'Keep recordings for at least one day.')
    .max(LIVE_LIMITS.retentionDays, 'Keep recordings for at most ten years.')
    .optional(),
  assignment: z
    .object({
      title: requiredText({
        required: 'Title is required',
        max: 120,
        tooLong: 'Titles must be 120 characters or less.',
      }),
      html: requiredText({
        required: 'Text is required',
        max: LIVE_LIMITS.assignment,
        tooLong: 'This text is too long.',
      }),
    })
    .optional(),
})
export type LiveSettingsInput = z.infer<typeof LiveSettingsInput>

export const RecordingStatus = z.enum(['recording', 'finalising', 'ready', 'partial', 'failed'])
export type RecordingStatus = z.infer<typeof RecordingStatus>

/** A recording of a session as administrators see it. */
export const LiveRecording = z.object({
  id: z.int(),
  /** `partial`: it broke off, and what was recorded until then is there. */
  status: RecordingStatus,
  startedAt: Instant,
  /** Seconds; null until it is ready. */
  duration: z.number().nullable(),
  /** Bytes; null until it is ready. */
  size: z.number().nullable(),
  audioUrl: z.string().nullable(),
  /** What members see it under; null before it was ever published. */
  title: z.string().nullable(),
  isPublished: z.boolean(),
  /** When it is deleted by itself. */
  removeAt: Instant.nullable(),
})
export type LiveRecording = z.infer<typeof LiveRecording>

/** A published recording as members with access see it. */
export const PublishedRecording = z.object({
  id: z.int(),
  title: z.string(),
  recordedAt: Instant,
  /** Seconds. */
  duration: z.number(),
  audioUrl: z.string(),
})
export type PublishedRecording = z.infer<typeof PublishedRecording>

export const liveEndpoints = {
  get: defineEndpoint({
    method: 'GET',
    path: '/api/live',
    who: 'member',
    summary: 'Whether the room is on air, and whether the caller may join.',
    response: LiveState,
    topics: ['live', 'purchases', 'settings'],
  }),
  start: defineEndpoint({
    method: 'POST',
    path: '/api/live/start',
    who: 'admin',
    summary: 'Puts the room on air; on air already: changes nothing.',
    response: LiveState,
  }),
  stop: defineEndpoint({
    method: 'POST',
    path: '/api/live/stop',
    who: 'admin',
    summary:
      'Takes the room off air and ends everyone’s session; off air already: changes nothing.',
    response: LiveState,
  }),
  join: defineEndpoint({
    method: 'POST',
    path: '/api/live/join',
    who: 'member',
    summary: 'A grant for the caller alone; 403 without access, 409 off air.',
    body: JoinOptions,
    response: JoinGrant,
  }),
  startRecording: defineEndpoint({
    method: 'POST',
    path: '/api/live/recording/start',
    who: 'admin',
    summary: 'Announces and starts a recording; recording already: changes nothing. 409 off air.',
    response: LiveState,
  }),
  stopRecording: defineEndpoint({
    method: 'POST',
    path: '/api/live/recording/stop',
    who: 'admin',
    summary: 'Stops the recording; not recording: changes nothing.',
    response: LiveState,
  }),
  page: defineEndpoint({
    method: 'GET',
    path: '/api/live/page',
    who: 'member',
    summary: 'The next sessions and the monthly assignment.',
    response: LivePage,
  }),
  calendar: defineEndpoint({
    method: 'GET',
    path: '/api/live/calendar.ics',
    who: 'member',
    summary: 'The sessions of the coming year as a calendar file (RFC 5545).',
    response: 'file',
  }),
  listPublished: defineEndpoint({
    method: 'GET',
    path: '/api/live/recordings',
    who: 'member',
    summary: 'Published recordings, newest first; 403 without access.',
    query: PageQuery,
    response: z.array(PublishedRecording),
    paged: true,
  }),
  publishedAudio: defineEndpoint({
    method: 'GET',
    path: '/api/live/recordings/:id/audio',
    who: 'member',
    summary: 'A published recording; 403 without access.',
    params: IdParams,
    response: 'audio',
  }),
  listRecordings: defineEndpoint({
    method: 'GET',
    path: '/api/admin/live/recordings',
    who: 'admin',
    summary: 'All recordings, newest first.',
    query: PageQuery,
    response: z.array(LiveRecording),
    paged: true,
    topics: ['live'],
  }),
  recordingAudio: defineEndpoint({
    method: 'GET',
    path: '/api/admin/live/recordings/:id',
    who: 'admin',
    summary: 'A recording to listen to, or with `download=true` to keep.',
    params: IdParams,
    query: z.object({ download: z.enum(['true', 'false']).optional() }),
    response: 'audio',
  }),
  changeRecording: defineEndpoint({
    method: 'PATCH',
    path: '/api/admin/live/recordings/:id',
    who: 'admin',
    summary: 'Publishes a recording to the members’ page under a title, or takes it back.',
    params: IdParams,
    body: z.object({
      isPublished: z.boolean().optional(),
      title: requiredText({
        required: 'Title is required',
        max: LIVE_LIMITS.recordingTitle,
        tooLong: 'Titles must be 120 characters or less.',
      }).optional(),
    }),
    response: LiveRecording,
  }),
  removeRecording: defineEndpoint({
    method: 'DELETE',
    path: '/api/admin/live/recordings/:id',
    who: 'admin',
    summary: 'Deletes a recording and its file.',
    params: IdParams,
    response: null,
  }),
  getSettings: defineEndpoint({
    method: 'GET',
    path: '/api/admin/live/settings',
    who: 'admin',
    summary: 'How long recordings are kept, and the monthly assignment.',
    response: LiveSettings,
  }),
  saveSettings: defineEndpoint({
    method: 'POST',
    path: '/api/admin/live/settings',
    who: 'admin',
    summary: 'Changes any of these settings.',
    body: LiveSettingsInput,
    response: LiveSettings,
  }),
}

/** Where the socket of the room is; WebSocket, JSON both ways. */
export const LIVE_SOCKET_PATH = '/api/live/socket'

/** A person in the room, by pseudonym and an id of this visit alone. */
export const Participant = z.object({
  id: z.string(),
  anonymousUsername: z.string(),
  isHost: z.boolean(),
  state: z.enum(['connecting', 'connected', 'reconnecting']),
  microphone: z.enum(['muted', 'live']),
  /** False after a host has muted them, until a host lets them speak again. */
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
  /** Set while no host is in the room: when it goes off air. */
  hostGoneUntil: Instant.nullable(),
})
export type RoomSnapshot = z.infer<typeof RoomSnapshot>

/** What a page says on the socket. The first message is `hello`. */
export const ClientMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('hello'),
    ticket: z.string().max(200),
    /** After a lost socket: the participant id of the last `welcome`. It keeps the place. */
    resume: z.string().max(64).optional(),
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
    text: z.string().trim().min(1).max(LIVE_LIMITS.question),
  }),
  z.object({ type: z.literal('leave') }),
  /** A host's. */
  z.object({ type: z.literal('mute'), participantId: z.string() }),
  z.object({ type: z.literal('allow'), participantId: z.string() }),
  z.object({ type: z.literal('remove'), participantId: z.string() }),
  z.object({ type: z.literal('lower-hand'), participantId: z.string() }),
  z.object({ type: z.literal('lower-all-hands') }),
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
  z.object({ type: z.literal('recording'), isRecording: z.boolean() }),
  z.object({ type: z.literal('refused'), sentence: z.string() }),
  /** The last message: the room or one's place in it has ended. */
  z.object({
    type: z.literal('ended'),
    reason: z.enum(['off-air', 'removed', 'elsewhere', 'access', 'left']),
  }),
])
export type ServerMessage = z.infer<typeof ServerMessage>
