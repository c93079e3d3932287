import type { ReactElement } from 'react'
import { QuestionBank } from '#web/features/admin/trivia/question-bank.tsx'
import { TodaysQuestionCard } from '#web/features/admin/trivia/todays-question-card.tsx'
import { useSiteSettings } from '#web/lib/site-settings.ts'
import { useToday } from '#web/lib/use-today.ts'

/** Today's question of the Daily Success Trivia Challenge, and the question bank. */
export function TriviaPanel(): ReactElement {
  const today = useToday(useSiteSettings()?.timeZone ?? 'UTC')
  return (
    <div className="flex flex-col gap-10">
      <TodaysQuestionCard today={today} />
      <QuestionBank />
    </div>
  )
}
