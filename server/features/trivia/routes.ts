import { triviaEndpoints } from '#contract/trivia.ts'
import type { Context } from '#server/context.ts'
import type { RouteBinder } from '#server/http/route.ts'
import {
  changeQuestion,
  createQuestion,
  readAdminTrivia,
  readQuestions,
  regenerateTrivia,
} from './bank.ts'
import { answerTrivia, readTrivia } from './service.ts'

export function triviaRoutes(route: RouteBinder, context: Context): void {
  route(triviaEndpoints.today, ({ viewer }) => readTrivia(context, viewer))
  route(triviaEndpoints.answer, ({ viewer, body }) => answerTrivia(context, viewer, body))
  route(triviaEndpoints.adminToday, () => readAdminTrivia(context))
  route(triviaEndpoints.regenerate, ({ viewer }) => regenerateTrivia(context, viewer))
  route(triviaEndpoints.listQuestions, ({ query }) => readQuestions(context, query))
  route(triviaEndpoints.createQuestion, ({ viewer, body }) => createQuestion(context, viewer, body))
  route(triviaEndpoints.updateQuestion, ({ viewer, params, body }) =>
    changeQuestion(context, viewer, { id: params.id, input: body }),
  )
}
