import { useMutation, useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { notifyFailure, notifySuccess } from '#web/features/admin/notify.ts'
import { regenerateWords } from '#web/features/admin/trivia/labels.ts'
import {
  refreshTrivia,
  regenerateTrivia,
  todaysQuestionQuery,
} from '#web/features/admin/trivia/queries.ts'
import { sentenceOf } from '#web/lib/api.ts'
import { triviaCalls } from '#web/lib/calls.gen.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

interface RegenerateButtonProps {
  answeredCount: number
  /** Refetches the count of answers. */
  onOpen: () => void
}

export function RegenerateButton({ answeredCount, onOpen }: RegenerateButtonProps): ReactElement {
  const [isAsking, setIsAsking] = useState(false)
  const queryClient = useQueryClient()
  const regeneration = useMutation({
    mutationFn: regenerateTrivia,
    onSuccess: async (question) => {
      notifySuccess('Trivia regenerated successfully')
      queryClient.setQueryData(todaysQuestionQuery(question.date).queryKey, question)
      await Promise.all([
        queryClient.resetQueries({ queryKey: [triviaCalls.today.path] }),
        refreshTrivia(queryClient),
      ])
    },
    onError: (error) => notifyFailure(`Failed to regenerate trivia: ${sentenceOf(error)}`),
    onSettled: () => setIsAsking(false),
  })
  const handlePress = (): void => {
    onOpen()
    setIsAsking(true)
  }
  return (
    <>
      <Button variant="outline" onClick={handlePress}>
        <RefreshCw aria-hidden size={18} />
        Regenerate Trivia
      </Button>
      <ConfirmDialog
        title="Show another question today?"
        description={regenerateWords(answeredCount)}
        confirmLabel="Regenerate Trivia"
        isBusy={regeneration.isPending}
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        onConfirm={() => regeneration.mutate()}
      />
    </>
  )
}
