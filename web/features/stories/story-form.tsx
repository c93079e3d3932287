import { Link } from '@tanstack/react-router'
import { type ComponentProps, type ReactElement, type ReactNode, useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { Story } from '#contract/stories.ts'
import { STORY_CATEGORIES, STORY_LIMITS } from '#contract/story-limits.ts'
import { CrisisPanel } from '#web/features/care/crisis-panel.tsx'
import { IdentityCheck } from '#web/features/identity/identity-check.tsx'
import type { StoryDraft, StoryWords } from '#web/features/stories/drafts.ts'
import { FocusOnAppear } from '#web/features/stories/focus-on-appear.tsx'
import { StoryRecording } from '#web/features/stories/player/story-player.tsx'
import { AnotherVoiceField } from '#web/features/stories/recorder/another-voice-field.tsx'
import type { Recorded, RecorderStatus } from '#web/features/stories/recorder/voice-recorder.tsx'
import { canKeepRecording } from '#web/features/stories/story-form-data.ts'
import { CATEGORY_LABELS } from '#web/features/stories/story-labels.ts'
import { TranscriptChoice } from '#web/features/stories/transcript/transcript-choice.tsx'
import { type StoryFormState, useStoryForm } from '#web/features/stories/use-story-form.ts'
import { isSignedOut, sentenceOf } from '#web/lib/api.ts'
import { onDemand } from '#web/lib/on-demand.tsx'
import { SignInLink } from '#web/lib/sign-in-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Input } from '#web/ui/input.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { Select } from '#web/ui/select.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#web/ui/tabs.tsx'
import { Textarea } from '#web/ui/textarea.tsx'

const questions = STORY_CATEGORIES.filter((category) => category.endsWith('_qa'))

const testimonials = STORY_CATEGORIES.filter((category) => !category.endsWith('_qa'))

export interface StoryFormProps {
  /** The key under which the draft and the recording are kept on this device. */
  draftKey: string
  /** The story to edit; undefined for a new one. */
  story?: Story
  onSaved: (story: Story) => void
  /** Called when the story is kept on this device until it can be sent. */
  onQueued: (words: StoryWords) => void
  /** Closes the form; the label says what happens to the changes. */
  close: { label: string; onPress: () => void }
}

/** Writes or records a story. */
export function StoryForm(props: StoryFormProps): ReactElement {
  const { draftKey, story, onSaved, onQueued, close } = props
  const state = useStoryForm({ draftKey, story, onSaved, onQueued })
  const mode = useWatch({ control: state.form.control, name: 'mode' })
  const [recorder, setRecorder] = useState<RecorderStatus>('idle')
  const status = recorder === 'idle' && canKeepRecording(story) ? 'finished' : recorder
  const isUnrecorded = mode === 'audio' && status !== 'finished'
  return (
    <Form noValidate onSubmit={state.submit} className="flex flex-col gap-5">
      {state.error ? <FailureNotice error={state.error} /> : null}
      <fieldset disabled={state.isSaving} className="flex min-w-0 flex-col gap-5">
        <ModeTabs
          state={state}
          draftKey={draftKey}
          story={story}
          mode={mode}
          status={status}
          onStatus={setRecorder}
        />
      </fieldset>
      {state.sent === undefined ? null : <UploadProgress sent={state.sent} />}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          type="submit"
          variant={isUnrecorded ? 'outline' : 'default'}
          busy={state.isSaving}
          disabled={isUnrecorded && status !== 'idle'}
        >
          {story ? 'Submit again' : 'Submit story'}
        </Button>
        <Button variant="ghost" onClick={close.onPress}>
          {close.label}
        </Button>
        <p className="text-sm text-ink-quiet">
          Our team checks it against the{' '}
          <Link to="/rules" className="underline underline-offset-4">
            house rules
          </Link>
          .
        </p>
      </div>
    </Form>
  )
}

interface ModeTabsProps {
  state: StoryFormState
  draftKey: string
  story: Story | undefined
  mode: StoryDraft['mode']
  status: RecorderStatus
  onStatus: (status: RecorderStatus) => void
}

/**
 * The recorder comes before the title, a written text after it. Both panels stay mounted when the
 * member switches between them, so that a recording continues.
 */
function ModeTabs(props: ModeTabsProps): ReactElement {
  const { state, draftKey, story, mode, status, onStatus } = props
  const { form } = state
  const { errors } = form.formState
  const transcript = useWatch({ control: form.control, name: 'transcript' })
  const [hasRecorder, setHasRecorder] = useState(mode !== 'text')
  const handleMode = (value: string): void => {
    form.setValue('mode', value === 'audio' ? 'audio' : 'text')
    if (value === 'audio') setHasRecorder(true)
  }
  return (
    <Tabs value={mode === 'text' ? 'text' : 'audio'} onValueChange={handleMode}>
      <TabsList aria-label="Write or record">
        <TabsTrigger value="text">Write</TabsTrigger>
        <TabsTrigger value="audio">Record</TabsTrigger>
      </TabsList>
      <TabsContent
        value="audio"
        forceMount={hasRecorder || undefined}
        className="pt-5 data-[state=inactive]:hidden"
      >
        <RecordPanel
          draftKey={draftKey}
          story={story}
          isDisabled={state.isSaving}
          triesWithoutRecording={state.triesWithoutRecording}
          onChange={state.setRecording}
          onStart={state.forgiveMissingRecording}
          onStatus={onStatus}
          isAnotherVoice={mode === 'another-voice'}
        >
          <AnotherVoiceField form={form} />
          <CrisisWatch control={form.control} name="content" />
        </RecordPanel>
      </TabsContent>
      <div className="grid gap-5 pt-5 md:grid-cols-[2fr_1fr]">
        <Field label="Title" required error={errors.title?.message}>
          <IdentityCheck>
            <Input limit={STORY_LIMITS.title} {...form.register('title')} />
          </IdentityCheck>
        </Field>
        <Field label="Category" required error={errors.category?.message}>
          <CategorySelect {...form.register('category')} />
        </Field>
      </div>
      <TabsContent value="text" className="flex flex-col gap-4 pt-5 data-[state=inactive]:hidden">
        <Field label="Your story" required error={errors.content?.message}>
          <IdentityCheck>
            <Textarea minHeight={140} limit={STORY_LIMITS.content} {...form.register('content')} />
          </IdentityCheck>
        </Field>
        <CrisisWatch control={form.control} name="content" />
      </TabsContent>
      {mode === 'text' ? null : (
        <div className="pt-5">
          <MoreChoices
            status={status}
            disabled={state.isSaving}
            isAnotherVoice={mode === 'another-voice'}
            onAnotherVoice={(isAnother) =>
              form.setValue('mode', isAnother ? 'another-voice' : 'audio')
            }
            hasError={errors.caption !== undefined}
          >
            <TranscriptChoice
              value={transcript}
              onChange={(choice) => form.setValue('transcript', choice)}
            >
              <Field
                label="Transcript, for people who can't listen"
                help="Optional. You can add it later."
                error={errors.caption?.message}
              >
                <IdentityCheck>
                  <Textarea limit={STORY_LIMITS.content} {...form.register('caption')} />
                </IdentityCheck>
              </Field>
              <CrisisWatch control={form.control} name="caption" />
            </TranscriptChoice>
          </MoreChoices>
        </div>
      )}
    </Tabs>
  )
}

interface CrisisWatchProps {
  control: StoryFormState['form']['control']
  name: 'content' | 'caption'
}

function CrisisWatch({ control, name }: CrisisWatchProps): ReactElement {
  const texts = useWatch({ control, name: ['title', name] })
  return <CrisisPanel text={texts.join('\n')} />
}

function FailureNotice({ error }: { error: Error }): ReactElement {
  const isOut = isSignedOut(error)
  return (
    <FocusOnAppear>
      <Notice variant="error" title={isOut ? 'Authentication Required' : 'Failed to submit story'}>
        <p>{isOut ? 'Please log in to share your story' : sentenceOf(error)}</p>
        {isOut ? <SignInLink className="font-semibold underline underline-offset-2" /> : null}
      </Notice>
    </FocusOnAppear>
  )
}

function UploadProgress({ sent }: { sent: number }): ReactElement {
  const percent = Math.round(sent * 100)
  return (
    <div className="flex flex-col gap-1.5">
      <Progress label="Uploading your recording" value={percent} />
      <p className="text-sm text-ink-quiet">
        {percent < 100 ? `Uploading: ${percent}%` : 'Uploaded. Just a moment…'}
      </p>
    </div>
  )
}

/** The ten categories, grouped into testimonials and questions. */
function CategorySelect(props: ComponentProps<'select'>): ReactElement {
  return (
    <Select {...props}>
      <option value="">Choose a category</option>
      <optgroup label="Testimonials">{testimonials.map(optionOf)}</optgroup>
      <optgroup label="Ask Folx? (Q&A)">{questions.map(optionOf)}</optgroup>
    </Select>
  )
}

function optionOf(category: (typeof STORY_CATEGORIES)[number]): ReactElement {
  return (
    <option key={category} value={category}>
      {CATEGORY_LABELS[category]}
    </option>
  )
}

/* Their placeholders are as high as they are, so that nothing moves under a finger when the code arrives. */

const MoreChoices = onDemand(
  () => import('#web/features/stories/recorder/more-choices.tsx'),
  'MoreChoices',
  <Skeleton className="h-11.5" />,
)

const VoiceRecorder = onDemand(
  () => import('#web/features/stories/recorder/voice-recorder.tsx'),
  'VoiceRecorder',
  <Skeleton className="h-61 sm:h-56" />,
)

interface RecordPanelProps {
  draftKey: string
  /** The story being edited. Its recording stays unless there is a new one. */
  story: Story | undefined
  isDisabled: boolean
  /** How often the form was submitted without a recording; above zero, an error is shown. */
  triesWithoutRecording: number
  onChange: (recording: Recorded) => void
  onStart: () => void
  onStatus: (status: RecorderStatus) => void
  isAnotherVoice: boolean
  /** The field of the words that are told in another voice. */
  children: ReactNode
}

function RecordPanel(props: RecordPanelProps): ReactElement {
  const { draftKey, story, isDisabled, triesWithoutRecording, isAnotherVoice, children } = props
  const recorder = (words?: ReactNode): ReactElement => (
    <VoiceRecorder
      draftKey={draftKey}
      disabled={isDisabled}
      onChange={props.onChange}
      onStart={props.onStart}
      onStatus={props.onStatus}
      isAnotherVoice={isAnotherVoice}
    >
      {words}
    </VoiceRecorder>
  )
  return (
    <div className="flex flex-col gap-5">
      {triesWithoutRecording > 0 && !isAnotherVoice ? (
        <FocusOnAppear key={triesWithoutRecording}>
          <Notice variant="error" title="Recording Required">
            <p>Please record your story before submitting</p>
          </Notice>
        </FocusOnAppear>
      ) : null}
      {story && canKeepRecording(story) ? (
        <>
          {isAnotherVoice ? null : <StoryRecording story={story} />}
          <Disclosure summary="Record again">{recorder()}</Disclosure>
          {isAnotherVoice ? children : null}
        </>
      ) : (
        recorder(children)
      )}
    </div>
  )
}
