import {
  type LiveRecording,
  type LiveSettings,
  type LiveState,
  liveEndpoints,
  type PublishedRecording,
} from '#contract/live.ts'
import { versionOf } from '#server/domain/version.ts'
import type { RecordingRow } from './recordings/store.ts'
import type { LiveSettingsRow } from './settings.ts'
import type { SessionRow } from './store.ts'

interface PresentedFor extends Pick<LiveState, 'hasAccess'> {
  isRemoved?: boolean
  hostGoneUntil?: string | null
}

/** @param session the session that is on air, if any */
export function presentState(
  session: SessionRow | undefined,
  { hasAccess, isRemoved = false, hostGoneUntil = null }: PresentedFor,
): LiveState {
  return {
    onAir: session !== undefined,
    onAirSince: session?.startedAt.toISOString() ?? null,
    recording: session?.isRecording ?? false,
    participantCount: session?.participantCount ?? 0,
    hasAccess,
    isRemoved,
    hostGoneUntil,
  }
}

/** Whether a recording has a file to listen to. */
export function isPlayable({ status, fileKey }: RecordingRow): boolean {
  return (status === 'ready' || status === 'partial') && fileKey !== null
}

export function presentRecording(row: RecordingRow): LiveRecording {
  const { liveRecordingId: id, status, startedAt, duration, size, title, publishedAt } = row
  return {
    id,
    status,
    startedAt: startedAt.toISOString(),
    duration: isPlayable(row) ? duration : null,
    size: isPlayable(row) && size !== null ? Number(size) : null,
    audioUrl: isPlayable(row) ? addressOf(liveEndpoints.recordingAudio.path, id) : null,
    waveform: isPlayable(row) ? row.waveform : null,
    title,
    isPublished: publishedAt !== null,
    removeAt: row.removeAt?.toISOString() ?? null,
    version: versionOf({ title }),
  }
}

/** Expects a published row, which has a title and a file. */
export function presentPublished(row: RecordingRow): PublishedRecording {
  return {
    id: row.liveRecordingId,
    title: row.title ?? '',
    recordedAt: row.startedAt.toISOString(),
    duration: row.duration ?? 0,
    audioUrl: addressOf(liveEndpoints.publishedAudio.path, row.liveRecordingId),
    waveform: row.waveform,
  }
}

export function presentLiveSettings(row: LiveSettingsRow): LiveSettings {
  const { retentionDays, assignmentTitle: title, assignmentHtml: html } = row
  return { retentionDays, assignment: { title, html } }
}

function addressOf(path: string, id: number): string {
  return path.replace(':id', String(id))
}
