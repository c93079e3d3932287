import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, vi } from 'vitest'
import { liveEndpoints as calls, type LiveRecording } from '#contract/live.ts'
import type { Context } from '#server/context.ts'
import { type Stage, test } from '#server/testing/live-world.ts'
import { buzz, ENCODINGS, writeRecording } from '#server/testing/recordings.ts'
import { removeOldRecordings } from './service.ts'

/** A file with three seconds of sound, as the embedded engine creates it. */
async function oggFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'folx-live-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'room.ogg')
  await writeRecording(
    path,
    buzz(3, () => 0.4),
    ENCODINGS['ogg with opus'],
  )
  return path
}

async function list(stage: Stage): Promise<LiveRecording[]> {
  return (await stage.api.as(stage.host).call(calls.listRecordings)).items
}

async function newest(stage: Stage, status: LiveRecording['status']): Promise<LiveRecording> {
  return vi.waitFor(
    async () => {
      const [recording] = await list(stage)
      expect(recording?.status).toBe(status)
      if (!recording) throw new Error('There is no recording.')
      return recording
    },
    { interval: 100 },
  )
}

/** Starts a recording, and gives the engine a file for it. */
async function record(stage: Stage, { isPartial = false } = {}): Promise<string> {
  await stage.api.as(stage.host).call(calls.startRecording)
  const ref = stage.engine.room.recordingRef ?? ''
  const path = await oggFile()
  stage.engine.recordings.set(ref, { state: 'ready', path, durationSeconds: 3, isPartial })
  return ref
}

/** A finished recording with sound in it. */
async function recorded(stage: Stage): Promise<LiveRecording> {
  await stage.onAir()
  await record(stage)
  await stage.api.as(stage.host).call(calls.stopRecording)
  return newest(stage, 'ready')
}

async function keyOf({ db }: Context, id: number): Promise<string> {
  const { fileKey } = await db
    .selectFrom('liveRecording')
    .select('fileKey')
    .where('liveRecordingId', '=', id)
    .executeTakeFirstOrThrow()
  return fileKey ?? ''
}

test('a recording is announced before it starts, to people in the room and those who join later', async ({
  stage,
}) => {
  const hostPage = await stage.onAir()
  const page = await stage.enter(await stage.member())
  const start = vi.spyOn(stage.engine, 'startRecording')
  const startedWhenHeard = page.receives('recording').then(() => start.mock.calls.length)
  expect(await stage.api.as(stage.host).call(calls.startRecording)).toMatchObject({
    onAir: true,
    recording: true,
  })
  expect(await page.receives('recording')).toEqual({ type: 'recording', isRecording: true })
  expect(await startedWhenHeard).toBe(0)
  expect(start).toHaveBeenCalledTimes(1)
  const late = await stage.enter(await stage.member())
  expect(late.room?.isRecording).toBe(true)
  expect(await stage.api.as(await stage.member()).call(calls.get)).toMatchObject({
    recording: true,
  })
  await stage.api.as(stage.host).call(calls.startRecording)
  expect(start).toHaveBeenCalledTimes(1)
  await stage.api.as(stage.host).call(calls.stopRecording)
  await hostPage.receives('recording', ({ isRecording }) => !isRecording)
  expect(await stage.api.as(stage.host).call(calls.stopRecording)).toMatchObject({
    recording: false,
  })
})

test('off air, nothing can be recorded', async ({ stage }) => {
  const admin = stage.api.as(stage.host)
  expect((await admin.refuse(calls.startRecording)).status).toBe(409)
  expect(await admin.call(calls.stopRecording)).toMatchObject({ recording: false })
})

/** The starts of recordings in the audit log. */
function begun({ context }: Stage) {
  return context.db
    .selectFrom('auditEntry')
    .select('subjectId')
    .where('action', '=', 'live-recording-started')
    .execute()
}

test('if the engine cannot record, the announcement is withdrawn and no recording is stored', async ({
  stage,
}) => {
  await stage.onAir()
  const page = await stage.enter(await stage.member())
  const before = (await list(stage)).length
  const known = await begun(stage)
  stage.engine.failing.add('startRecording')
  const error = await stage.api.as(stage.host).refuse(calls.startRecording)
  expect(error.code).toBe('provider_unavailable')
  await page.receives('recording', ({ isRecording }) => !isRecording)
  expect(await list(stage)).toHaveLength(before)
  // The audit log doesn't say that it began.
  expect(await begun(stage)).toEqual(known)
  stage.engine.failing.clear()
  expect(await stage.api.as(stage.host).call(calls.startRecording)).toMatchObject({
    recording: true,
  })
})

test('a recording is converted for every browser, and is served in ranges', async ({ stage }) => {
  await stage.onAir()
  const ref = await record(stage)
  const admin = stage.api.as(stage.host)
  const [running] = await list(stage)
  expect(running).toMatchObject({ status: 'recording', duration: null, audioUrl: null })
  await admin.call(calls.stopRecording)
  const recording = await newest(stage, 'ready')
  expect(Math.abs((recording.duration ?? 0) - 3)).toBeLessThan(0.2)
  expect(recording.size).toBeGreaterThan(1_000)
  expect(recording.waveform).toHaveLength(120)
  expect(recording).toMatchObject({ isPublished: false, title: null })
  const days = (Date.parse(recording.removeAt ?? '') - Date.parse(recording.startedAt)) / 86_400_000
  expect(days).toBe(90)
  expect(stage.engine.discarded).toContain(ref)

  const params = { id: recording.id }
  const whole = await admin.request(calls.recordingAudio, { params })
  expect(whole.status).toBe(200)
  expect(whole.headers).toMatchObject({
    'content-type': 'audio/mp4',
    'content-disposition': 'inline',
    'accept-ranges': 'bytes',
  })
  expect(whole.bytes).toHaveLength(recording.size ?? 0)
  const headers = { range: 'bytes=0-99' }
  const part = await admin.request(calls.recordingAudio, { params, headers })
  expect(part.status).toBe(206)
  expect(part.bytes).toEqual(whole.bytes.subarray(0, 100))
  const kept = await admin.request(calls.recordingAudio, { params, query: { download: 'true' } })
  expect(kept.headers['content-disposition']).toMatch(
    /^attachment; filename="live-coaching-\d{4}-\d\d-\d\d-\d+\.m4a"$/,
  )
})

test('a recording that broke off is kept up to that point', async ({ stage }) => {
  await stage.onAir()
  await record(stage, { isPartial: true })
  await stage.api.as(stage.host).call(calls.stop)
  const recording = await newest(stage, 'partial')
  expect(recording.audioUrl).toBe(`/api/admin/live/recordings/${recording.id}`)
})

test('the recording of a killed process is collected by the next one, and says that it was interrupted', async ({
  stage,
}) => {
  const { db } = stage.context
  const seenAt = new Date(Date.now() - 1_000)
  const { liveSessionId } = await db
    .insertInto('liveSession')
    .values({
      nodeId: crypto.randomUUID(),
      nodeUrl: '-',
      startedAt: seenAt,
      seenAt,
      isRecording: true,
    })
    .returning('liveSessionId')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('liveRecording')
    .values({ liveSessionId, startedAt: seenAt, providerRef: 'left-behind' })
    .execute()
  const path = await oggFile()
  // The media process has ended the file properly.
  const left = { state: 'ready', path, durationSeconds: 3, isPartial: false } as const
  stage.engine.recordings.set('left-behind', left)
  // The host comes back, and the room is opened again.
  const page = await stage.enter(stage.host)
  expect(page.room?.isRecording).toBe(false)
  await newest(stage, 'partial')
  // A new recording can be started meanwhile.
  expect(await stage.api.as(stage.host).call(calls.startRecording)).toMatchObject({
    recording: true,
  })
})

test('a recording that the engine does not have is marked as failed', async ({ stage }) => {
  await stage.onAir()
  await stage.api.as(stage.host).call(calls.startRecording)
  stage.engine.recordings.clear()
  await stage.api.as(stage.host).call(calls.stopRecording)
  const failed = await newest(stage, 'failed')
  expect(failed).toMatchObject({ audioUrl: null, duration: null })
  await stage.api.as(stage.host).call(calls.removeRecording, { params: { id: failed.id } })
})

test('a recording whose file is not audio is marked as failed', async ({ stage }) => {
  await stage.onAir()
  const ref = await record(stage)
  const path = join(import.meta.dirname, 'service.ts')
  stage.engine.recordings.set(ref, { state: 'ready', path, durationSeconds: 3, isPartial: false })
  await stage.api.as(stage.host).call(calls.stopRecording)
  await newest(stage, 'failed')
})

test('a recording is stopped after six hours', async ({ stage, clock }) => {
  await stage.onAir()
  await record(stage)
  clock.advance({ minutes: 6 * 60 + 0.1 })
  await newest(stage, 'ready')
  expect(stage.engine.room.recordingRef).toBeUndefined()
})

test('a recording is published with a title, and only members with access can hear it', async ({
  stage,
  world,
}) => {
  const { id } = await recorded(stage)
  const [admin, paying] = [stage.api.as(stage.host), stage.api.as(await stage.member())]
  const poor = stage.api.as(await world.member())
  const params = { id }
  const untitled = await admin.refuse(calls.changeRecording, {
    params,
    body: { isPublished: true },
  })
  expect(untitled).toMatchObject({ status: 400, fields: { title: 'Title is required' } })
  expect((await paying.refuse(calls.publishedAudio, { params })).status).toBe(404)
  const body = { isPublished: true, title: '  Rest and work ' }
  expect(await admin.call(calls.changeRecording, { params, body })).toMatchObject({
    isPublished: true,
    title: 'Rest and work',
  })
  const { items } = await paying.call(calls.listPublished)
  expect(items[0]).toMatchObject({
    id,
    title: 'Rest and work',
    audioUrl: `/api/live/recordings/${id}/audio`,
  })
  expect((await paying.request(calls.publishedAudio, { params })).status).toBe(200)
  expect((await poor.refuse(calls.listPublished)).code).toBe('subscription_required')
  expect((await poor.refuse(calls.publishedAudio, { params })).code).toBe('subscription_required')
  await admin.call(calls.changeRecording, { params, body: { isPublished: false } })
  expect((await paying.call(calls.listPublished)).items.map((one) => one.id)).not.toContain(id)
  expect((await paying.refuse(calls.publishedAudio, { params })).status).toBe(404)
})

test('a recording is deleted with its file, but not while it is being recorded', async ({
  stage,
}) => {
  const { id } = await recorded(stage)
  const admin = stage.api.as(stage.host)
  const key = await keyOf(stage.context, id)
  await stage.context.files.stat(key)
  await admin.call(calls.removeRecording, { params: { id } })
  expect((await admin.refuse(calls.removeRecording, { params: { id } })).status).toBe(404)
  await vi.waitFor(() => expect(stage.context.files.stat(key)).rejects.toThrow())
  await admin.call(calls.startRecording)
  const [running] = await list(stage)
  const params = { id: running?.id ?? 0 }
  expect((await admin.refuse(calls.removeRecording, { params })).status).toBe(409)
  const publish = { isPublished: true, title: 'Too early' }
  expect((await admin.refuse(calls.changeRecording, { params, body: publish })).status).toBe(409)
})

test('a recording is deleted after the retention days, and changed days apply to existing recordings', async ({
  stage,
  clock,
}) => {
  const { id, startedAt } = await recorded(stage)
  const admin = stage.api.as(stage.host)
  await admin.call(calls.saveSettings, { body: { retentionDays: 2 } })
  const [changed] = await list(stage)
  expect(Date.parse(changed?.removeAt ?? '') - Date.parse(startedAt)).toBe(2 * 86_400_000)
  clock.advance({ minutes: 2 * 24 * 60 - 5 })
  await removeOldRecordings(stage.context)
  const key = await keyOf(stage.context, id)
  expect(key).not.toBe('')
  clock.advance({ minutes: 10 })
  await removeOldRecordings(stage.context)
  await expect(keyOf(stage.context, id)).rejects.toThrow('no result')
  await vi.waitFor(() => expect(stage.context.files.stat(key)).rejects.toThrow())
})
