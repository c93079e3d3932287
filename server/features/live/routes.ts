import type { FastifyInstance } from 'fastify'
import { liveEndpoints } from '#contract/live.ts'
import type { Context } from '#server/context.ts'
import type { RouteBinder } from '#server/http/route.ts'
import { sendFile } from '#server/http/send-file.ts'
import type { Sessions } from '#server/http/session.ts'
import type { SocketLimits } from '#server/http/sockets.ts'
import { readCalendar, readLivePage } from './page.ts'
import {
  changeRecording,
  openPublished,
  openRecordingFile,
  readPublished,
  readRecordings,
  removeRecording,
} from './recordings/service.ts'
import { LiveSessions } from './room/session.ts'
import { liveSocketRoutes } from './room/socket-routes.ts'
import {
  readState,
  requireEntry,
  startBroadcast,
  startRecording,
  stopBroadcast,
  stopRecording,
} from './service.ts'
import { readLiveSettings, saveLiveSettings } from './settings.ts'

export function liveRoutes(
  route: RouteBinder,
  input: {
    app: FastifyInstance
    context: Context
    sessions: Sessions
    limits?: Partial<SocketLimits> | undefined
  },
): void {
  const { context, sessions } = input
  const live = new LiveSessions(context, { findViewer: sessions.findViewer })
  liveSocketRoutes({ ...input, live })

  route(liveEndpoints.get, ({ viewer }) => readState(context, live, viewer))
  route(liveEndpoints.start, ({ viewer }) => startBroadcast(context, live, viewer))
  route(liveEndpoints.stop, ({ viewer }) => stopBroadcast(context, live, viewer))
  route(liveEndpoints.join, async ({ viewer }) => {
    await requireEntry(context, live, viewer)
  })
  route(liveEndpoints.startRecording, ({ viewer }) => startRecording(context, live, viewer))
  route(liveEndpoints.stopRecording, ({ viewer }) => stopRecording(context, live, viewer))
  bindPage(route, context)
  bindRecordings(route, context)
}

function bindPage(route: RouteBinder, context: Context): void {
  route(liveEndpoints.page, () => readLivePage(context))
  route(liveEndpoints.calendar, async ({ reply }) => {
    const calendar = await readCalendar(context)
    reply
      .type('text/calendar; charset=utf-8')
      .header('Content-Disposition', 'attachment; filename="live-coaching.ics"')
      .header('Cache-Control', 'private, no-cache')
      .send(calendar)
  })
  route(liveEndpoints.getSettings, () => readLiveSettings(context))
  route(liveEndpoints.saveSettings, ({ viewer, body }) => saveLiveSettings(context, viewer, body))
}

function bindRecordings(route: RouteBinder, context: Context): void {
  route(liveEndpoints.listPublished, ({ viewer, query }) => readPublished(context, viewer, query))
  route(liveEndpoints.publishedAudio, async ({ viewer, params, request, reply }) =>
    sendFile(await openPublished(context, viewer, params.id), { request, reply }),
  )
  route(liveEndpoints.listRecordings, ({ query }) => readRecordings(context, query))
  route(liveEndpoints.recordingAudio, async ({ params, query, request, reply }) => {
    const isDownload = query.download === 'true'
    const file = await openRecordingFile(context, { id: params.id, isDownload })
    return sendFile(file, { request, reply })
  })
  route(liveEndpoints.changeRecording, ({ viewer, params, body }) =>
    changeRecording(context, viewer, { id: params.id, change: body }),
  )
  route(liveEndpoints.removeRecording, ({ viewer, params }) =>
    removeRecording(context, viewer, params.id),
  )
}
