import type { FastifyInstance, FastifyRequest } from 'fastify'
import { JoinGrant, LiveState, liveEndpoints } from '#contract/live.ts'
import type { Context } from '#server/context.ts'
import { forwardCall } from '#server/http/forward.ts'
import type { RouteBinder } from '#server/http/route.ts'
import { sendFile } from '#server/http/send-file.ts'
import type { Sessions } from '#server/http/session.ts'
import type { SocketLimits } from '#server/http/sockets.ts'
import { readCalendar, readLivePage } from './page-service.ts'
import {
  changeRecording,
  openPublished,
  openRecordingFile,
  readPublished,
  readRecordings,
  removeRecording,
} from './recordings/service.ts'
import { createLiveNode } from './room/node-service.ts'
import { liveSocketRoutes } from './room/socket-routes.ts'
import {
  joinRoom,
  type Outcome,
  readState,
  startBroadcast,
  startRecording,
  stopBroadcast,
  stopRecording,
} from './service.ts'
import { readLiveSettings, saveLiveSettings } from './settings-service.ts'

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
  const node = createLiveNode(context, { findViewer: sessions.findViewer })
  liveSocketRoutes({ ...input, node })

  /** Returns the value if the call was handled here; otherwise forwards it to the node with the room. */
  const settle = async <T>(
    request: FastifyRequest,
    outcome: Outcome<T>,
    schema: { parse(value: unknown): T },
  ): Promise<T> => {
    if ('value' in outcome) return outcome.value
    const { publicUrl } = context.config
    return schema.parse(await forwardCall(request, { nodeUrl: outcome.elsewhere, publicUrl }))
  }

  route(liveEndpoints.get, ({ viewer }) => readState(context, viewer))
  route(liveEndpoints.start, ({ viewer }) => startBroadcast(context, node, viewer))
  route(liveEndpoints.stop, ({ viewer }) => stopBroadcast(context, node, viewer))
  route(liveEndpoints.join, async ({ viewer, request }) =>
    settle(request, await joinRoom(context, node, viewer), JoinGrant),
  )
  route(liveEndpoints.startRecording, async ({ viewer, request }) =>
    settle(request, await startRecording(context, node, viewer), LiveState),
  )
  route(liveEndpoints.stopRecording, async ({ viewer, request }) =>
    settle(request, await stopRecording(context, node, viewer), LiveState),
  )
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
