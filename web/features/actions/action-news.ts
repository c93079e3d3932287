import { sentenceOf } from '#web/lib/api.ts'
import { toast } from '#web/ui/toast.tsx'

let latest: ReturnType<typeof toast> | undefined

/** Tells of a deed in place of the one before: toasts show one at a time. */
export function tellDeed(message: Parameters<typeof toast>[0]): void {
  latest?.dismiss()
  latest = toast(message)
}

/** Names what failed, with the server's sentence. Stays until it is closed. */
export function tellFailure(title: string, error: Error): void {
  latest?.dismiss()
  latest = undefined
  toast({ title, description: sentenceOf(error), variant: 'destructive' })
}
