import { businessWordEndpoints as words } from '#contract/business-words.ts'
import { dailyEndpoints } from '#contract/daily.ts'
import type { Context } from '#server/context.ts'
import type { RouteBinder } from '#server/http/route.ts'
import { sendCsv } from '#server/http/send-csv.ts'
import { sendImage } from '#server/http/send-image.ts'
import { generateDraft, generateToday } from './generate.ts'
import { dailyImages, publish } from './publish.ts'
import { checkText, readCalendar, readDailyPage, readOverview, removeContent } from './service.ts'
import { readDailySettings, saveDailySettings } from './settings.ts'
import { exportWords, readWordFile, readWords, saveWords } from './words.ts'

export function dailyRoutes(route: RouteBinder, context: Context): void {
  route(dailyEndpoints.get, ({ query }) => readDailyPage(context, query.date))
  route(dailyEndpoints.image, async ({ params: { name }, request, reply }) =>
    sendImage(await dailyImages.open(context, name), { name, request, reply }),
  )
  route(dailyEndpoints.getSettings, () => readDailySettings(context))
  route(dailyEndpoints.saveSettings, ({ viewer, body }) => saveDailySettings(context, viewer, body))
  route(dailyEndpoints.generate, ({ viewer, body }) => generateDraft(context, viewer, body))
  route(dailyEndpoints.autoGenerate, ({ viewer }) => generateToday(context, viewer))
  route(dailyEndpoints.publish, ({ viewer, fields, files }) =>
    publish(context, viewer, { fields, image: files.content }),
  )
  route(dailyEndpoints.overview, () => readOverview(context))
  route(dailyEndpoints.calendar, ({ query }) => readCalendar(context, query.month))
  route(dailyEndpoints.remove, ({ viewer, params }) => removeContent(context, viewer, params))
  route(dailyEndpoints.checkQuotations, ({ body }) => checkText(context, body.content))
  route(words.list, () => readWords(context.db))
  route(words.save, ({ viewer, body }) => saveWords(context, viewer, body))
  route(words.exportFile, async ({ reply }) =>
    sendCsv(reply, 'business-words.csv', await exportWords(context.db)),
  )
  route(words.readFile, async ({ body }) => readWordFile(body.text))
}
