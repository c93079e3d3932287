import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { LIVE_LIMITS, type LiveRecording, RecordingChanges } from '#contract/live.ts'
import { Dialog, DialogContent, DialogFormFooter } from '#web/ui/dialog.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Input } from '#web/ui/input.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { changeRecording } from './room-queries.ts'

const Values = z.object({ title: RecordingChanges.shape.title.unwrap() })

interface PublishDialogProps {
  recording: LiveRecording
  /** What the recording is called in the list; a first title starts from it. */
  name: string
  onClose: () => void
}

/** Publishes a recording under a title, or changes the title of a published one. */
export function PublishDialog({ recording, name, onClose }: PublishDialogProps): ReactElement {
  const { id } = recording
  // The state when the dialog opened, because the list may show the change before the response
  // arrives.
  const [isPublished] = useState(recording.isPublished)
  const client = useQueryClient()
  const form = useForm({
    defaultValues: { title: name },
    resolver: zodResolver(Values),
  })
  const publish = useMutation({
    mutationFn: (values: z.infer<typeof Values>) =>
      changeRecording(client, { id, title: values.title, isPublished: true }),
    onSuccess: () => {
      toast({ title: isPublished ? 'Title changed' : 'Recording published' })
      onClose()
    },
  })
  const submit = form.handleSubmit((values) => publish.mutate(values))
  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <DialogContent
        title={isPublished ? 'Change title' : 'Publish recording'}
        description="Everyone with access to the room can listen to it."
      >
        <Form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
          <ErrorNotice title="Failed to publish the recording" error={publish.error} />
          <Field label="Title" error={form.formState.errors.title?.message} required>
            <Input
              limit={LIVE_LIMITS.recordingTitle}
              autoComplete="off"
              {...form.register('title')}
            />
          </Field>
          <DialogFormFooter busy={publish.isPending}>
            {isPublished ? 'Save title' : 'Publish'}
          </DialogFormFooter>
        </Form>
      </DialogContent>
    </Dialog>
  )
}
