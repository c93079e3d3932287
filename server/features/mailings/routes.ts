import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import { emailEndpoints } from '#contract/email.ts'
import type { Context } from '#server/context.ts'
import { parseInput } from '#server/http/parse-input.ts'
import type { RouteBinder } from '#server/http/route.ts'
import { sendImage } from '#server/http/send-image.ts'
import { previewMail, sendTestMail } from './content.ts'
import { readRecipientGroups, readRecipients } from './groups.ts'
import { MAIL_IMAGE_SIZE, mailImages } from './images.ts'
import {
  cancelScheduled,
  changeScheduled,
  createScheduled,
  getMailing,
  pauseSending,
  readMailings,
  resumeSending,
  sendBroadcast,
  sendScheduled,
} from './service.ts'

const IdempotencyKey = z
  .string()
  .max(200, 'The Idempotency-Key is longer than 200 characters.')
  .optional()

export function mailingRoutes(route: RouteBinder, context: Context): void {
  route(emailEndpoints.recipients, ({ query }) => readRecipients(context, query))
  route(emailEndpoints.recipientGroups, () => readRecipientGroups(context))
  route(emailEndpoints.preview, ({ viewer, body }) => previewMail(context, viewer, body))
  route(emailEndpoints.uploadImage, ({ viewer, files }) =>
    mailImages.upload(context, {
      admin: viewer,
      limit: 'mail-image-admin',
      field: 'image',
      size: MAIL_IMAGE_SIZE,
      file: files.image,
    }),
  )
  route(emailEndpoints.image, async ({ params: { name }, request, reply }) =>
    sendImage(await mailImages.open(context, name), { name, request, reply }),
  )
  route(emailEndpoints.sendTest, ({ viewer, body }) => sendTestMail(context, viewer, body))
  route(emailEndpoints.sendBroadcast, ({ viewer, body: content, request }) =>
    sendBroadcast(context, viewer, { content, key: keyOf(request) }),
  )
  route(emailEndpoints.listScheduled, ({ viewer, query }) => readMailings(context, viewer, query))
  route(emailEndpoints.getScheduled, ({ viewer, params }) => getMailing(context, viewer, params.id))
  route(emailEndpoints.createScheduled, ({ viewer, body, request }) =>
    createScheduled(context, viewer, { ...body, key: keyOf(request) }),
  )
  route(emailEndpoints.changeScheduled, ({ viewer, params, body }) =>
    changeScheduled(context, viewer, { ...params, ...body }),
  )
  route(emailEndpoints.cancelScheduled, ({ viewer, params }) =>
    cancelScheduled(context, viewer, params.id),
  )
  route(emailEndpoints.sendScheduled, ({ viewer, params }) =>
    sendScheduled(context, viewer, params.id),
  )
  route(emailEndpoints.pauseSending, ({ viewer, params }) =>
    pauseSending(context, viewer, params.id),
  )
  route(emailEndpoints.resumeSending, ({ viewer, params }) =>
    resumeSending(context, viewer, params.id),
  )
}

function keyOf({ headers }: { headers: IncomingHttpHeaders }): string | undefined {
  return parseInput(IdempotencyKey, headers['idempotency-key'] || undefined)
}
