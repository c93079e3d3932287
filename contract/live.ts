import { z } from 'zod'
import { bodyBytesFor, defineEndpoint } from './endpoint.ts'
import { IdParams, Instant, PageQuery, requiredLine, requiredText, Version } from './fields.ts'

export const LIVE_LIMITS = {
  people: 300,
  openMicrophones: 6,
  /** Bits of audio per second of an open microphone, and of a recording. */
  bitrate: 48_000,
  question: 500,
  questionsPerPerson: 12,
  /** Neither answered nor hidden. */
  openQuestionsPerPerson: 3,
  questionsInRoom: 300,
  rules: 600,
  /** The choices that a host has for how long a person may speak. */
  speakingMinutes: [2, 3, 5],
  /** Seconds within which a browser has to connect with its grant. */
  grant: 60,
  /** Seconds that the room stays on air without a host. */
  hostGrace: 90,
  /** Seconds that a participant has for reconnecting after losing the connection. */
  reconnect: 20,
  recordingTitle: 120,
  assignment: 5_000,
  /** Characters, written as JSON. */
  userData: 4_096,
  retentionDays: 3_650,
  /** Hours after which a recording is stopped automatically. */
  recordingHours: 6,
} as const

/** The state of the room, for all pages of a member. */
export const LiveState = z.object({
  onAir: z.boolean(),
  onAirSince: Instant.nullable(),
  recording: z.boolean(),
  participantCount: z.int(),
  /** Through an active membership, or as an administrator. */
  hasAccess: z.boolean(),
  /** A host or co-host has removed the caller from the session that is on air. */
  isRemoved: z.boolean(),
  /**
   * When the room goes off air because no host is in it; null while one is, and from a process that
   * doesn't have the room.
   */
  hostGoneUntil: Instant.nullable(),
})
export type LiveState = z.infer<typeof LiveState>

/**
 * The requests that a page may make when it joins (administrator document, section 5). These are validated
 * but have no effect: the room is audio only, and the device sets the volume.
 */
const JoinOptions = z.object({
  /** Any JSON, at most 4096 characters. */
  userData: z
    .json()
    .refine(
      (data) => JSON.stringify(data).length <= LIVE_LIMITS.userData,
      'User data is at most 4096 characters.',
    )
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

/** A server that helps with connections (`RTCIceServer`). */
export const IceServer = z.object({
  urls: z.array(z.string()),
  username: z.string().optional(),
  credential: z.string().optional(),
})
export type IceServer = z.infer<typeof IceServer>

/**
 * How audio is carried, by provider; the browser loads only the client that it needs. A token
 * allows listening; the provider allows sending once the room opens the microphone.
 */
export const MediaGrant = z.discriminatedUnion('provider', [
  z.object({ provider: z.literal('embedded'), iceServers: z.array(IceServer) }),
  z.object({ provider: z.literal('livekit'), url: z.string(), token: z.string() }),
  z.object({ provider: z.literal('daily'), url: z.string(), token: z.string() }),
])
export type MediaGrant = z.infer<typeof MediaGrant>

/** An upcoming session of the schedule. */
export const CoachingSession = z.object({ startsAt: Instant, isMoved: z.boolean() })
export type CoachingSession = z.infer<typeof CoachingSession>

/** The parts of the members' page beside the room. */
export const LivePage = z.object({
  /** The next three. */
  sessions: z.array(CoachingSession),
  assignment: z.object({ title: z.string(), /** Sanitized rich text. */ html: z.string() }),
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
      title: requiredLine({
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
  /** `partial`: it was interrupted, and what was recorded until then was kept. */
  status: RecordingStatus,
  startedAt: Instant,
  /** Seconds; null until it is ready. */
  duration: z.number().nullable(),
  /** Bytes; null until it is ready. */
  size: z.number().nullable(),
  audioUrl: z.string().nullable(),
  /** Peaks from 0 to 1, evenly spread over the recording. */
  waveform: z.array(z.number()).nullable(),
  /** The title that members see; null until it is first published. */
  title: z.string().nullable(),
  isPublished: z.boolean(),
  /** When it is deleted automatically. */
  removeAt: Instant.nullable(),
  /** That of the title. */
  version: z.string(),
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
  /** Peaks from 0 to 1, evenly spread over the recording. */
  waveform: z.array(z.number()).nullable(),
})
export type PublishedRecording = z.infer<typeof PublishedRecording>

export const RecordingChanges = z.object({
  isPublished: z.boolean().optional(),
  title: requiredLine({
    required: 'Title is required',
    max: LIVE_LIMITS.recordingTitle,
    tooLong: 'Titles must be 120 characters or less.',
  }).optional(),
  version: Version,
})

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
    who: 'host',
    summary: 'Puts the room on air; changes nothing if it already is.',
    response: LiveState,
  }),
  stop: defineEndpoint({
    method: 'POST',
    path: '/api/live/stop',
    who: 'host',
    summary:
      'Takes the room off air and ends everyone’s session; changes nothing if it already is.',
    response: LiveState,
  }),
  join: defineEndpoint({
    method: 'POST',
    path: '/api/live/join',
    who: 'member',
    summary:
      'Whether the caller may enter the room now: 403 without access or after a removal, 409 if it is off air or full.',
    body: JoinOptions,
    response: null,
    maxBodyBytes: bodyBytesFor(LIVE_LIMITS.userData),
  }),
  startRecording: defineEndpoint({
    method: 'POST',
    path: '/api/live/recording/start',
    who: 'host',
    summary: 'Announces and starts a recording; changes nothing if one is running. 409 off air.',
    response: LiveState,
  }),
  stopRecording: defineEndpoint({
    method: 'POST',
    path: '/api/live/recording/stop',
    who: 'host',
    summary: 'Stops the recording; changes nothing if none is running.',
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
    who: 'host',
    summary: 'All recordings, newest first.',
    query: PageQuery,
    response: z.array(LiveRecording),
    paged: true,
    topics: ['live'],
  }),
  recordingAudio: defineEndpoint({
    method: 'GET',
    path: '/api/admin/live/recordings/:id',
    who: 'host',
    summary: 'The audio of a recording, with `download=true` as a download.',
    params: IdParams,
    query: z.object({ download: z.enum(['true', 'false']).optional() }),
    response: 'audio',
  }),
  changeRecording: defineEndpoint({
    method: 'PATCH',
    path: '/api/admin/live/recordings/:id',
    who: 'host',
    summary: 'Publishes a recording on the members’ page under a title, or unpublishes it.',
    params: IdParams,
    body: RecordingChanges,
    response: LiveRecording,
  }),
  removeRecording: defineEndpoint({
    method: 'DELETE',
    path: '/api/admin/live/recordings/:id',
    who: 'host',
    summary: 'Deletes a recording and its file.',
    params: IdParams,
    response: null,
  }),
  getSettings: defineEndpoint({
    method: 'GET',
    path: '/api/admin/live/settings',
    who: 'host',
    summary: 'How long recordings are kept, and the monthly assignment.',
    response: LiveSettings.extend({ version: z.string() }),
  }),
  saveSettings: defineEndpoint({
    method: 'POST',
    path: '/api/admin/live/settings',
    who: 'host',
    summary: 'Changes any of these settings.',
    body: LiveSettingsInput.extend({ version: Version }),
    response: LiveSettings.extend({ version: z.string() }),
    maxBodyBytes: bodyBytesFor(LIVE_LIMITS.assignment),
  }),
}
