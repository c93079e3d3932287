import { Disc, Hourglass, MicOff, Square, VolumeX, WifiOff } from 'lucide-react'
import { type ReactElement, type ReactNode, type SubmitEvent, useId, useState } from 'react'
import { LIVE_LIMITS } from '#contract/live.ts'
import type { RoomQuestion } from '#contract/live-room.ts'
import { isWithinLength } from '#contract/text-length.ts'
import { useMember } from '#web/features/accounts/auth.tsx'
import { IdentityCheck } from '#web/features/identity/identity-check.tsx'
import { useAnnouncer } from '#web/features/live/announcements.ts'
import { Dock } from '#web/features/live/dock.tsx'
import { MicrophoneTest } from '#web/features/live/microphone-test.tsx'
import { room, useRoom } from '#web/features/live/room.ts'
import {
  connectionOf,
  isModerator,
  ownPart,
  type RoomState,
  secondsUntil,
} from '#web/features/live/room-state.ts'
import { RulesButton } from '#web/features/live/rules-button.tsx'
import { RulesCard } from '#web/features/live/rules-card.tsx'
import { allowSound } from '#web/features/live/sound.ts'
import { Stage } from '#web/features/live/stage.tsx'
import { StopButton, useRecordingSwitch } from '#web/features/live/stop-button.tsx'
import { cn } from '#web/lib/cn.ts'
import { useNow } from '#web/lib/use-dates.ts'
import { useTextDraft } from '#web/lib/use-draft.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Field } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { Textarea } from '#web/ui/textarea.tsx'

const TONES = {
  quiet: 'border-line bg-sand text-ink',
  gold: 'border-gold bg-gold-soft text-gold-ink',
  red: 'border-destructive bg-destructive-soft text-destructive-strong',
} as const

/** The room for people in it. The dock comes first in keyboard order and stays in view. */
export function RoomInside(): ReactElement {
  const state = useRoom()
  const announcement = useAnnouncer()
  const me = ownPart(state)
  return (
    <div className="flex flex-col gap-6">
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <Dock state={state} />
      <RoomBanners state={state} />
      {isModerator(me) ? <HostControls state={state} /> : null}
      <RulesCard state={state} />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <Stage state={state} />
        <div className="flex min-w-0 flex-col gap-6">
          <Questions state={state} isHost={me?.isHost ?? false} />
          <div>
            <MicrophoneTest isSmall />
          </div>
        </div>
      </div>
    </div>
  )
}

/** Room-wide controls for hosts; co-hosts get some of them. */
function HostControls({ state }: { state: RoomState }): ReactElement {
  const isHost = ownPart(state)?.isHost ?? false
  const { isRecording, isInviteOnly, participants } = state.room
  const isAway = state.phase !== 'in'
  return (
    <section
      aria-label={isHost ? 'Host controls' : 'Co-host controls'}
      className="flex flex-wrap items-center gap-3 rounded-lg bg-sand p-3"
    >
      {isHost ? <RecordingToggle isRecording={isRecording} /> : null}
      <Button variant="outline" disabled={isAway} onClick={() => room.host({ type: 'mute-all' })}>
        <MicOff aria-hidden size={20} />
        Mute all
      </Button>
      {isHost ? (
        <>
          <RulesButton state={state} />
          <Switch
            label="Only invited people can speak"
            checked={isInviteOnly}
            disabled={isAway}
            onChange={({ currentTarget }) =>
              room.host({ type: 'invite-only', isOn: currentTarget.checked })
            }
          />
          <Switch
            label="Hosts see questions first"
            checked={state.room.areQuestionsChecked}
            disabled={isAway}
            onChange={({ currentTarget }) =>
              room.host({ type: 'check-questions', isOn: currentTarget.checked })
            }
          />
          <div className="sm:ml-auto">
            <StopButton asksFirst={participants.length > 1} />
          </div>
        </>
      ) : null}
    </section>
  )
}

function RecordingToggle({ isRecording }: { isRecording: boolean }): ReactElement {
  const { isBusy, start, stop } = useRecordingSwitch()
  return (
    <Button variant="outline" busy={isBusy} onClick={isRecording ? stop : start}>
      {isBusy ? null : isRecording ? (
        <Square aria-hidden size={20} />
      ) : (
        <Disc aria-hidden size={20} className="text-destructive" />
      )}
      {isRecording ? 'Stop Recording' : 'Start Recording'}
    </Button>
  )
}

/** Banners with what everyone in the room has to know right away. */
function RoomBanners({ state }: { state: RoomState }): ReactElement {
  const connection = connectionOf(state)
  const { isRecording, hostGoneUntil } = state.room
  const isHost = ownPart(state)?.isHost ?? false
  return (
    <div className="flex flex-col gap-3 [&:not(:has(*_*))]:-mb-6">
      <div role="status" className="contents">
        {connection === 'connected' ? null : (
          <Banner icon={<WifiOff aria-hidden size={20} />} tone="quiet">
            {connection === 'connecting' ? 'Connecting…' : 'Reconnecting…'}
          </Banner>
        )}
      </div>
      {state.isSoundBlocked ? (
        <Banner icon={<VolumeX aria-hidden size={20} />} tone="gold">
          <span className="grow">Your browser blocked the sound.</span>
          <Button size="sm" onClick={playSound}>
            Turn on sound
          </Button>
        </Banner>
      ) : null}
      <div role="status" className="contents">
        {state.phase === 'in' && state.microphone === 'muted' && state.mutedBy === 'connection' ? (
          <Banner icon={<MicOff aria-hidden size={20} />} tone="red">
            <span className="grow">You were cut off, and nobody can hear you now.</span>
            <Button size="sm" onClick={() => room.toggleMicrophone()}>
              Unmute
            </Button>
          </Banner>
        ) : null}
      </div>
      {isRecording ? (
        <Banner icon={<Disc aria-hidden size={20} />} tone="red">
          This session is being recorded.
        </Banner>
      ) : null}
      <div role="status" className="contents">
        {isRecording && isHost && isSilent(state) ? (
          <Banner icon={<MicOff aria-hidden size={20} />} tone="gold">
            Nobody’s microphone is on, so the recording is silent.
          </Banner>
        ) : null}
      </div>
      {hostGoneUntil === null ? null : <HostGone until={hostGoneUntil} />}
    </div>
  )
}

function isSilent({ room }: RoomState): boolean {
  return room.participants.every(({ microphone }) => microphone === 'muted')
}

function playSound(): void {
  allowSound()
  room.play()
}

/** Counts down to the end of a session without a host. */
export function HostGone({ until }: { until: string }): ReactElement {
  const seconds = useNow((now) => secondsUntil(until, now.getTime()), 500)
  return (
    <Banner icon={<Hourglass aria-hidden size={20} />} tone="gold">
      <span>
        No host is in the room.{' '}
        {seconds > 0 ? (
          <>
            It closes in <span className="font-semibold tabular-nums">{seconds}</span>{' '}
            {seconds === 1 ? 'second' : 'seconds'} unless one comes back.
          </>
        ) : (
          'It’s closing now.'
        )}
      </span>
    </Banner>
  )
}

function Banner(props: {
  icon: ReactElement
  tone: keyof typeof TONES
  children: ReactNode
}): ReactElement {
  const { icon, tone, children } = props
  return (
    <div
      className={cn(
        'flex flex-wrap items-center gap-3 rounded-lg border px-4 py-2.5 font-medium',
        TONES[tone],
      )}
    >
      {icon}
      {children}
    </div>
  )
}

interface QuestionsProps {
  state: RoomState
  isHost: boolean
}

/** Written questions, for people who would rather not speak. */
function Questions({ state, isHost }: QuestionsProps): ReactElement {
  const title = useId()
  const { questions, areQuestionsChecked } = state.room
  const open = questions.filter(({ state, mine }) => state === 'shown' || (mine && !isHost))
  const waiting = isHost ? questions.filter((question) => question.state === 'waiting') : []
  const hidden = isHost ? questions.filter((question) => question.state === 'hidden') : []
  return (
    <section aria-labelledby={title} className="flex min-w-0 flex-col gap-3">
      <h3 id={title}>Questions</h3>
      <p className="text-sm text-ink-quiet">
        Questions are anonymous.{areQuestionsChecked ? ' A host sees them first.' : null}
      </p>
      <QuestionForm state={state} />
      {waiting.length > 0 ? (
        <QuestionList
          label={`Waiting for you (${waiting.length})`}
          isNamed
          questions={waiting}
          isHost
        />
      ) : null}
      {open.length > 0 || waiting.length + hidden.length === 0 ? (
        <QuestionList label="Questions" questions={open} isHost={isHost} />
      ) : null}
      {hidden.length > 0 ? (
        <Disclosure summary={`Hidden questions (${hidden.length})`} className="border-b-0">
          <QuestionList label="Hidden questions" questions={hidden} isHost />
        </Disclosure>
      ) : null}
    </section>
  )
}

interface QuestionListProps {
  label: string
  /** Whether the label is shown. */
  isNamed?: boolean
  questions: RoomQuestion[]
  isHost: boolean
}

function QuestionList({ label, isNamed, questions, isHost }: QuestionListProps): ReactElement {
  if (questions.length === 0) return <p className="py-3 text-ink-quiet">No questions yet.</p>
  return (
    <div className="flex flex-col gap-2">
      {isNamed ? <h4 className="font-medium">{label}</h4> : null}
      <ol
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list scrolls, so it must be reachable by keyboard.
        tabIndex={0}
        aria-label={label}
        className={cn(
          'max-h-96 divide-y divide-line overflow-y-auto rounded-lg border',
          isNamed ? 'border-gold' : 'border-line',
        )}
      >
        {questions.map((question) => (
          <QuestionRow key={question.id} question={question} isHost={isHost} />
        ))}
      </ol>
    </div>
  )
}

function QuestionRow(props: { question: RoomQuestion; isHost: boolean }): ReactElement {
  const { question, isHost } = props
  const { name, text, isAnswered, mine, state } = question
  return (
    <li className="flex flex-col gap-1 px-4 py-3">
      <p className="flex flex-wrap items-center gap-2 text-sm text-ink-quiet">
        <bdi className="font-medium">{name}</bdi>
        {mine ? <Badge variant="neutral">Yours</Badge> : null}
        {mine && !isHost && state === 'waiting' ? (
          <Badge variant="gold">A host sees it first</Badge>
        ) : null}
        {mine && !isHost && state === 'hidden' ? <Badge variant="neutral">Not shown</Badge> : null}
        {isAnswered ? <Badge>Answered</Badge> : null}
      </p>
      <p
        dir="auto"
        className={cn('break-words whitespace-pre-line', isAnswered && 'text-ink-quiet')}
      >
        {text}
      </p>
      {isHost ? <QuestionActions question={question} /> : null}
    </li>
  )
}

/** A host's choices for a question. Nothing here reveals who asked it. */
function QuestionActions({ question }: { question: RoomQuestion }): ReactElement {
  const { id: questionId, name, isAnswered, state, isAskerSilenced, mine } = question
  const show = (isShown: boolean) => () =>
    room.host({ type: 'question-shown', questionId, isShown })
  return (
    <div className="-ml-3.5 flex flex-wrap">
      {state === 'shown' ? (
        <QuestionButton
          label={isAnswered ? 'Mark as open' : 'Mark as answered'}
          name={name}
          onClick={() =>
            room.host({ type: 'question-answered', questionId, isAnswered: !isAnswered })
          }
        />
      ) : (
        <QuestionButton label="Show to everyone" name={name} onClick={show(true)} />
      )}
      {state === 'hidden' ? null : (
        <QuestionButton label="Hide" name={name} onClick={show(false)} />
      )}
      {mine ? null : (
        <QuestionButton
          label={isAskerSilenced ? 'Allow questions again' : 'Stop their questions'}
          name={name}
          onClick={() =>
            room.host({ type: 'asker-silenced', questionId, isSilenced: !isAskerSilenced })
          }
        />
      )}
      {isAskerSilenced ? (
        <p className="w-full pl-3.5 text-sm text-ink-quiet">
          This person can’t ask more questions in this session.
        </p>
      ) : null}
    </div>
  )
}

function QuestionButton(props: { label: string; name: string; onClick: () => void }): ReactElement {
  const { label, name, onClick } = props
  return (
    <Button
      variant="ghost"
      size="sm"
      aria-label={`${label}: question by ${name}`}
      onClick={onClick}
    >
      {label}
    </Button>
  )
}

/** Asks a question. It stays in its field, and on this device, until the room shows it. */
function QuestionForm({ state }: { state: RoomState }): ReactElement {
  const [text, setText] = useTextDraft(`live-question:${useMember().id}`)
  const [error, setError] = useState<string>()
  /** How many questions this person had when the last one was sent. */
  const [sentAt, setSentAt] = useState<number>()
  const asked = state.room.questions.filter(({ mine }) => mine).length
  if (sentAt !== undefined && asked > sentAt) {
    setSentAt(undefined)
    setText('')
  }
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const problem = send(text.trim())
    setError(problem)
    if (!problem) setSentAt(asked)
  }
  return (
    <Form noValidate onSubmit={handleSubmit} className="flex flex-col items-start gap-3">
      <Field label="Your question" error={error} className="w-full">
        <IdentityCheck>
          <Textarea
            minHeight={80}
            limit={LIVE_LIMITS.question}
            value={text}
            onChange={(event) => {
              setText(event.target.value)
              setError(undefined)
            }}
          />
        </IdentityCheck>
      </Field>
      <Button type="submit" variant="outline">
        Ask
      </Button>
    </Form>
  )
}

/** Sends a question, or returns why it can't be sent. */
function send(text: string): string | undefined {
  if (text === '') return 'Enter your question.'
  if (!isWithinLength(text, LIVE_LIMITS.question)) {
    return `Questions must be ${LIVE_LIMITS.question} characters or less.`
  }
  if (room.ask(text)) return undefined
  return 'You’re not connected right now. Your question is still here.'
}
