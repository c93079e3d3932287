import { sentenceOf } from '#web/lib/api.ts'
import { toast } from '#web/ui/toast.tsx'

let latestSuccess: ReturnType<typeof toast> | undefined

/** Tells of a success. It takes the place of the one before, so that quick work is not told late. */
export function tellSuccess(title: string, description?: string): void {
  latestSuccess?.dismiss()
  latestSuccess = toast(description ? { title, description } : { title })
}

/** Tells of a failure with the server's sentence, until it is closed. */
export function tellFailure(title: string, error: Error): void {
  toast({ title, description: sentenceOf(error), variant: 'destructive' })
}
