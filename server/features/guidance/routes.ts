import { guidanceEndpoints } from '#contract/guidance.ts'
import type { Context } from '#server/context.ts'
import type { RouteBinder } from '#server/http/route.ts'
import { respond, returnProposed, sendProposed } from './answers.ts'
import { ask, browseOwn, followUp, readAnswerTime, removeRequest } from './service.ts'
import { browseRequests, readRequest, toggleVisibility } from './team.ts'

export function guidanceRoutes(route: RouteBinder, context: Context): void {
  bindOwn(route, context)
  bindTeam(route, context)
}

function bindOwn(route: RouteBinder, context: Context): void {
  route(guidanceEndpoints.ask, async ({ viewer, body, reply }) => {
    const { request, isNew } = await ask(context, viewer, body)
    if (!isNew) reply.code(200)
    return request
  })
  route(guidanceEndpoints.listOwn, ({ viewer, query }) => browseOwn(context, viewer, query))
  route(guidanceEndpoints.followUp, ({ viewer, params, body }) =>
    followUp(context, viewer, { requestId: params.id, content: body.content }),
  )
  route(guidanceEndpoints.remove, ({ viewer, params }) => removeRequest(context, viewer, params.id))
  route(guidanceEndpoints.answerTime, () => readAnswerTime(context))
}

function bindTeam(route: RouteBinder, context: Context): void {
  route(guidanceEndpoints.listAll, ({ viewer, query }) => browseRequests(context, viewer, query))
  route(guidanceEndpoints.read, ({ viewer, params }) => readRequest(context, viewer, params.id))
  route(guidanceEndpoints.respond, ({ viewer, params, body }) =>
    respond(context, viewer, {
      requestId: params.id,
      text: body.responseContent,
      waitingSince: body.waitingSince,
      version: body.version,
    }),
  )
  route(guidanceEndpoints.sendProposed, ({ viewer, params, body }) =>
    sendProposed(context, viewer, { requestId: params.id, version: body.version }),
  )
  route(guidanceEndpoints.returnProposed, ({ viewer, params, body }) =>
    returnProposed(context, viewer, { requestId: params.id, ...body }),
  )
  route(guidanceEndpoints.toggleVisibility, ({ viewer, params, body }) =>
    toggleVisibility(context, viewer, { requestId: params.id, isHidden: body.isHidden }),
  )
}
