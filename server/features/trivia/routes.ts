import { triviaEndpoints } from '#contract/trivia.ts'
import type { Context } from '#server/context.ts'
import type { RouteBinder } from '#server/http/route.ts'
import { sendCsv } from '#server/http/send-csv.ts'
import {
  changeQuestion,
  createQuestion,
  getQuestion,
  readAdminTrivia,
  readQuestions,
  regenerateTrivia,
} from './bank.ts'
import { exportQuestions, importQuestions } from './question-file.ts'
import { answerTrivia, readTrivia } from './service.ts'

export function triviaRoutes(route: RouteBinder, context: Context): void {
  route(triviaEndpoints.today, ({ viewer }) => readTrivia(context, viewer))
  route(triviaEndpoints.answer, ({ viewer, body }) => answerTrivia(context, viewer, body))
  route(triviaEndpoints.adminToday, () => readAdminTrivia(context))
  route(triviaEndpoints.regenerate, ({ viewer }) => regenerateTrivia(context, viewer))
  route(triviaEndpoints.listQuestions, ({ query }) => readQuestions(context, query))
  route(triviaEndpoints.getQuestion, ({ params }) => getQuestion(context, params.id))
  route(triviaEndpoints.createQuestion, ({ viewer, body }) => createQuestion(context, viewer, body))
  route(triviaEndpoints.updateQuestion, ({ viewer, params, body: { version, ...input } }) =>
    changeQuestion(context, viewer, { id: params.id, version, input }),
  )
  route(triviaEndpoints.exportQuestions, async ({ reply }) =>
    sendCsv(reply, 'trivia-questions.csv', await exportQuestions(context)),
  )
  route(triviaEndpoints.importQuestions, ({ viewer, body }) =>
    importQuestions(context, viewer, body),
  )
}
