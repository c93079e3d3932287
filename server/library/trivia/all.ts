import type { LibraryQuestion } from '../types.ts'
import { newTestamentQuestions } from './bible-new.ts'
import { oldTestamentQuestions } from './bible-old.ts'
import { businessQuestions } from './business.ts'
import { growthQuestions } from './growth.ts'

/** Every trivia question that comes with the application. */
export const triviaQuestions: readonly LibraryQuestion[] = [
  ...oldTestamentQuestions,
  ...newTestamentQuestions,
  ...businessQuestions,
  ...growthQuestions,
]
