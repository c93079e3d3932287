import { buildApp } from '#server/http/app.ts'
import { createResendEvents } from '#server/ports/email/resend-events.ts'
import { TestApi } from './api.ts'
import { WEBHOOK_SECRET } from './mail-events.ts'
import { test as base } from './world.ts'

/** Vitest's `test` with an application that accepts events from Resend. */
export const test = base.extend(
  'resend',
  { scope: 'file' },
  async ({ context, secrets }, { onCleanup }) => {
    const mailEvents = createResendEvents({ secret: WEBHOOK_SECRET })
    const app = await buildApp({ ...context, mailEvents })
    onCleanup(() => app.close())
    return new TestApi(app, { secrets })
  },
)
