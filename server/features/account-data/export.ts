import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import type { Context } from '#server/context.ts'
import { AppError, notSignedIn } from '#server/domain/app-error.ts'
import type { Viewer } from '#server/domain/viewer.ts'
import { sniffRecording } from '#server/ports/recordings/sniff.ts'
import { readOwnChanges } from '../address-changes/holds.ts'
import { readFactors } from '../factors/service.ts'
import { walkRequests } from '../guidance/service.ts'
import { requireOpenJournal } from '../moods/lock.ts'
import { walkEntries } from '../moods/service.ts'
import { walkPrayerRequests } from '../prayer/service.ts'
import { readPseudonymChanges } from '../pseudonyms/names.ts'
import { recordSecurityEvent, walkSecurityLog } from '../security-log/service.ts'
import { walkPurchases } from '../shop/purchases/service.ts'
import { readMutes } from '../stories/mutes.ts'
import {
  findAccount,
  findOwnAudio,
  findOwnNotificationSettings,
  listOwnNotifications,
  listOwnSessions,
  type OwnAudioRow,
  walkOwnActions,
  walkOwnActionTicks,
  walkOwnAudio,
  walkOwnPrayerReports,
  walkOwnReactions,
  walkOwnReplies,
  walkOwnReportOutcomes,
  walkOwnReports,
  walkOwnSecondLooks,
  walkOwnStories,
  walkOwnTeamMessages,
  walkOwnTicks,
  walkOwnTriviaAnswers,
} from './export-store.ts'
import {
  presentOwnEmailChange,
  presentOwnEntry,
  presentOwnMute,
  presentOwnNotificationSettings,
  presentOwnPrayerRequest,
  presentOwnPurchase,
  presentOwnRequest,
  presentOwnStory,
} from './present.ts'

/** Enough of a file to recognize its format. */
const SNIFFED_BYTES = 4_096

/** A ZIP archive that is written while it is sent. */
interface DataExport {
  /** Contains the date in the member's time zone, and no name. */
  filename: string
  stream: Readable
}

/**
 * Exports all data of the member. Of other people it contains only the titles of stories the member
 * replied to and the community usernames they muted. Data is read while it is sent, so
 * that memory use stays flat. Throws `journal_locked` while the journal is locked, because the
 * export includes it.
 */
export async function exportData(
  context: Context,
  viewer: Viewer,
  device: string,
): Promise<DataExport> {
  await requireOpenJournal(context, viewer)
  await context.limits.consume('export-member', viewer.id)
  const now = context.now()
  const { account, lists } = await readData(context, viewer)
  const event = { memberId: viewer.id, kind: 'data-exported', device, now } as const
  await recordSecurityEvent(context.db, event)
  const stream = openArchive(async (archive) => {
    const audioFiles = await addRecordings(context, viewer, archive)
    const text = jsonText({ exported: { at: now }, account, ...lists(audioFiles) })
    await archive.add({ path: 'account.json', source: Readable.from(text), compress: true })
  })
  return { filename: `folx-my-data-${dayIn(viewer.timeZone, now)}.zip`, stream }
}

type AudioFiles = ReadonlyMap<number, string>

async function readData(
  context: Context,
  viewer: Viewer,
): Promise<{
  account: object
  lists: (audioFiles: AudioFiles) => Record<string, AsyncIterable<object>>
}> {
  const { db } = context
  const { id } = viewer
  const account = await findAccount(db, id)
  if (!account) throw notSignedIn()
  const settings = await findOwnNotificationSettings(db, id)
  const { neededBy: _, ...secondFactors } = await readFactors(context, viewer)
  return {
    account: {
      ...account,
      notifications: presentOwnNotificationSettings(settings),
      mailings: settings.mailings,
      secondFactors,
      sessions: await listOwnSessions(db, id),
    },
    lists: (audioFiles) => ({
      stories: each(walkOwnStories(db, id), (row) =>
        presentOwnStory(row, audioFiles.get(row.storyId) ?? null),
      ),
      replies: walkOwnReplies(db, id),
      reactions: walkOwnReactions(db, id),
      reports: walkOwnReports(db, id),
      reportOutcomes: walkOwnReportOutcomes(db, id),
      notifications: all(listOwnNotifications(db, id)),
      teamMessages: walkOwnTeamMessages(db, id),
      secondLooks: walkOwnSecondLooks(db, id),
      prayerRequests: each(walkPrayerRequests(context, id), presentOwnPrayerRequest),
      prayerReports: walkOwnPrayerReports(db, id),
      mutes: each(all(readMutes(context, viewer)), presentOwnMute),
      guidance: each(walkRequests(context, id), presentOwnRequest),
      journal: each(walkEntries(context, id), presentOwnEntry),
      dailyActions: walkOwnTicks(db, id),
      personalActions: walkOwnActions(db, id),
      personalActionTicks: walkOwnActionTicks(db, id),
      purchases: each(walkPurchases(context, id), presentOwnPurchase),
      emailChanges: each(all(readOwnChanges(db, id)), presentOwnEmailChange),
      securityLog: walkSecurityLog(context, id),
      communityUsernameChanges: all(readPseudonymChanges(context, id)),
      triviaAnswers: walkOwnTriviaAnswers(db, id),
    }),
  }
}

/** Adds all recordings and returns their paths by story. Missing files are left out. */
async function addRecordings(
  context: Context,
  viewer: Viewer,
  archive: ArchiveWriter,
): Promise<AudioFiles> {
  const paths = new Map<number, string>()
  for await (const row of walkOwnAudio(context.db, viewer.id)) {
    const { storyId } = row
    const found = await openAudio(context, row).catch(ignoreMissing)
    const audio = found ?? (await openConverted(context, viewer, row))
    if (!audio) continue
    const path = `audio/story-${storyId}.${audio.ending}`
    await archive.add({ path, source: audio.stream, compress: false })
    paths.set(storyId, path)
  }
  return paths
}

interface OwnAudio {
  stream: Readable
  /** File name extension, without the dot. */
  ending: string
}

/** Opens a recording, or the original upload while it is being converted. Throws `not_found`. */
async function openAudio(
  { files }: Context,
  { audioKey, isConverted }: OwnAudioRow,
): Promise<OwnAudio> {
  const ending = isConverted ? 'm4a' : await endingOf(files, audioKey)
  const { stream } = await files.read(audioKey)
  return { stream, ending }
}

/** Opens the converted recording if the upload was converted and deleted during the export. */
async function openConverted(
  context: Context,
  viewer: Viewer,
  { storyId, audioKey }: OwnAudioRow,
): Promise<OwnAudio | undefined> {
  const row = await findOwnAudio(context.db, { memberId: viewer.id, storyId })
  if (!row || row.audioKey === audioKey) return undefined
  return openAudio(context, row).catch(ignoreMissing)
}

async function endingOf(files: Context['files'], key: string): Promise<string> {
  const { stream } = await files.read(key, { start: 0, end: SNIFFED_BYTES - 1 })
  return (await sniffRecording(await buffer(stream))) ?? 'bin'
}

function ignoreMissing(error: unknown): undefined {
  if (error instanceof AppError && error.code === 'not_found') return undefined
  throw error
}

async function* all<Row>(rows: Promise<Row[]>): AsyncGenerator<Row> {
  yield* await rows
}

async function* each<Row>(
  rows: AsyncIterable<Row>,
  present: (row: Row) => object,
): AsyncGenerator<object> {
  for await (const row of rows) yield present(row)
}

function dayIn(timeZone: string, instant: Date): string {
  // Swedish writes dates as YYYY-MM-DD.
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(instant)
}

/** A part of the document: a list that is read while it is written, or a plain value. */
type Section = AsyncIterable<object> | object

/** Writes an indented JSON object piece by piece, so that no list is in memory as a whole. */
export async function* jsonText(sections: Record<string, Section>): AsyncGenerator<string> {
  let separator = '{\n'
  for (const [name, section] of Object.entries(sections)) {
    yield `${separator}  ${JSON.stringify(name)}: `
    separator = ',\n'
    if (Symbol.asyncIterator in section) yield* listText(section)
    else yield indented(section, 2)
  }
  yield '\n}\n'
}

async function* listText(items: AsyncIterable<object>): AsyncGenerator<string> {
  let separator = '['
  for await (const item of items) {
    yield `${separator}\n    ${indented(item, 4)}`
    separator = ','
  }
  yield separator === '[' ? '[]' : '\n  ]'
}

function indented(value: object, spaces: number): string {
  return JSON.stringify(value, null, 2).replaceAll('\n', `\n${' '.repeat(spaces)}`)
}

interface ArchiveEntry {
  path: string
  source: Readable
  /** False for content that is already compressed, such as audio. */
  compress: boolean
}

interface ArchiveWriter {
  /** Resolves once the source is read to its end, at the pace of the archive's reader. */
  add(entry: ArchiveEntry): Promise<void>
}

/**
 * A ZIP archive that `write` fills while it is read. If `write` fails, the stream is destroyed with
 * its error. If the reader disconnects, the current source is destroyed.
 */
export function openArchive(write: (archive: ArchiveWriter) => Promise<void>): Readable {
  const zip = new ZipFile()
  const output = new PassThrough()
  zip.outputStream.pipe(output)
  const fail = (error: unknown): void => {
    output.destroy(error instanceof Error ? error : new Error(String(error)))
  }
  zip.on('error', fail)
  const add = async ({ path, source, compress }: ArchiveEntry): Promise<void> => {
    const stop = (): void => void source.destroy()
    output.once('close', stop)
    if (output.destroyed) stop()
    else zip.addReadStream(source, path, { compress })
    try {
      await finished(source)
    } finally {
      output.off('close', stop)
    }
  }
  write({ add }).then(() => zip.end(), fail)
  return output
}
