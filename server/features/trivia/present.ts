import type {
  AdminTrivia,
  Trivia,
  TriviaAnswer,
  TriviaQuestion,
  TriviaResult,
} from '#contract/trivia.ts'
import type { QuestionRow } from './bank-store.ts'
import type { AnswerRow, CountedShowingRow, ShowingRow } from './store.ts'

/** The day's question for a member. Only the member's own answer includes the correct one. */
export function presentTrivia(showing: ShowingRow, own: AnswerRow | null): Trivia {
  return {
    id: showing.triviaId,
    date: showing.day,
    triviaQuestion: showing.question,
    options: showing.options,
    answered: own && presentAnswer(own),
  }
}

function presentAnswer(own: AnswerRow): TriviaAnswer {
  return {
    triviaId: own.triviaId,
    triviaQuestion: own.question,
    answer: own.given,
    isCorrect: own.isCorrect,
    correctAnswer: own.answer,
    explanation: own.explanation,
    source: own.source,
  }
}

export function presentResult(showing: ShowingRow, isCorrect: boolean): TriviaResult {
  const { answer: correctAnswer, explanation, source } = showing
  return { isCorrect, correctAnswer, explanation, source }
}

export function presentAdminTrivia(showing: CountedShowingRow): AdminTrivia {
  return {
    id: showing.triviaId,
    date: showing.day,
    triviaQuestion: showing.question,
    options: showing.options,
    correctAnswer: showing.answer,
    explanation: showing.explanation,
    source: showing.source,
    answeredCount: showing.answeredCount,
    restedCount: showing.restedCount,
  }
}

export function presentQuestion(row: QuestionRow): TriviaQuestion {
  const { triviaQuestionId, builtInKey, ...question } = row
  return { ...question, id: triviaQuestionId, isBuiltIn: builtInKey !== null }
}
