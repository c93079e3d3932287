import { Mic, Square } from 'lucide-react'
import { type ReactElement, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { STORY_LIMITS } from '#contract/story-limits.ts'
import { IdentityCheck } from '#web/features/identity/identity-check.tsx'
import { ReadAloud } from '#web/features/read-aloud/read-aloud.tsx'
import type { StoryFormState } from '#web/features/stories/use-story-form.ts'
import { endSound, startSound } from '#web/lib/page-sound.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Textarea } from '#web/ui/textarea.tsx'

/** The words of a story in another voice: typed or spoken, and heard as a listener's device says them. */
export function AnotherVoiceField({ form }: { form: StoryFormState['form'] }): ReactElement {
  const words = useWatch({ control: form.control, name: 'content' })
  const holder = useRef<HTMLDivElement>(null)
  const dictation = useDictation((spoken) => {
    const box = holder.current?.querySelector('textarea')
    if (box) append(box, spoken)
  })
  return (
    <div ref={holder} className="flex flex-col gap-3">
      <Field
        label="Your words"
        required
        help="Type them, or use the microphone key of your keyboard. That key belongs to your device, which may send your voice to its maker. We only get the words."
        error={form.formState.errors.content?.message}
      >
        <IdentityCheck>
          <Textarea minHeight={140} limit={STORY_LIMITS.content} {...form.register('content')} />
        </IdentityCheck>
      </Field>
      <div className="flex flex-wrap gap-3">
        <ReadAloud title="your words" text={words} label="Listen" variant="outline" />
        {dictation.isAvailable ? (
          <Button variant="outline" size="sm" className="min-h-11" onClick={dictation.toggle}>
            {dictation.isListening ? (
              <Square aria-hidden size={16} />
            ) : (
              <Mic aria-hidden size={16} />
            )}
            {dictation.isListening ? 'Stop listening' : 'Speak your words'}
          </Button>
        ) : null}
      </div>
      {dictation.isAvailable ? (
        <p role="status" className="text-sm text-ink-quiet">
          {dictation.isListening
            ? 'Listening. Your words appear above, and you can change them.'
            : 'Your device can write down what you say without sending it to anyone.'}
        </p>
      ) : null}
      {dictation.hasFailed ? (
        <Notice variant="error">
          Your device couldn’t listen. Check the microphone, or type your words.
        </Notice>
      ) : null}
    </div>
  )
}

/** Adds words as if they had been typed, so that the form and its helpers notice. */
function append(box: HTMLTextAreaElement, words: string): void {
  const before = box.value
  const space = before === '' || /\s$/.test(before) ? '' : ' '
  box.setRangeText(space + words.trim(), before.length, before.length, 'end')
  box.dispatchEvent(new Event('input', { bubbles: true }))
}

/** The part of the Web Speech API that is used here; TypeScript doesn't know it yet. */
interface Recognition extends EventTarget {
  lang: string
  continuous: boolean
  processLocally: boolean
  start(): void
  abort(): void
}

interface RecognitionType {
  new (): Recognition
  available?(options: { langs: string[]; processLocally: boolean }): Promise<string>
}

type RecognitionEvent = Event & { resultIndex: number; results: SpeechRecognitionResultList }

declare global {
  interface Window {
    SpeechRecognition?: RecognitionType
    webkitSpeechRecognition?: RecognitionType
  }
}

/** The device's own recognizer. Undefined if this browser would send the sound to its maker. */
async function findRecognition(): Promise<RecognitionType | undefined> {
  const type = window.SpeechRecognition ?? window.webkitSpeechRecognition
  const options = { langs: [navigator.language], processLocally: true }
  return (await type?.available?.(options)) === 'available' ? type : undefined
}

interface Dictation {
  isAvailable: boolean
  isListening: boolean
  hasFailed: boolean
  toggle: () => void
}

/** Writes down what is said, on this device only. `onWords` gets each finished phrase. */
function useDictation(onWords: (words: string) => void): Dictation {
  const [Type, setType] = useState<{ type: RecognitionType }>()
  const [isListening, setIsListening] = useState(false)
  const [hasFailed, setHasFailed] = useState(false)
  const current = useRef<Recognition>(undefined)
  const report = useEffectEvent(onWords)

  useEffect(() => {
    findRecognition().then(
      (type) => type && setType({ type }),
      () => undefined,
    )
    return () => current.current?.abort()
  }, [])

  const listen = (type: RecognitionType): void => {
    const recognition = new type()
    const stop = (): void => recognition.abort()
    recognition.lang = navigator.language
    recognition.continuous = true
    // Without this, Chrome sends the sound to Google.
    recognition.processLocally = true
    recognition.addEventListener('result', (event) => report(finalWords(event as RecognitionEvent)))
    recognition.addEventListener('error', (event) => {
      const error = 'error' in event ? event.error : undefined
      setHasFailed(error !== 'aborted' && error !== 'no-speech')
    })
    recognition.addEventListener('end', () => {
      endSound(stop)
      setIsListening(false)
    })
    // The microphone is closed by whatever ends the sounds of the page, such as Quick exit.
    startSound(stop)
    current.current = recognition
    setHasFailed(false)
    setIsListening(true)
    recognition.start()
  }
  const toggle = (): void => {
    if (isListening) current.current?.abort()
    else if (Type) listen(Type.type)
  }
  return { isAvailable: Type !== undefined, isListening, hasFailed, toggle }
}

function finalWords({ results, resultIndex }: RecognitionEvent): string {
  return [...results]
    .slice(resultIndex)
    .filter(({ isFinal }) => isFinal)
    .map((result) => result[0]?.transcript ?? '')
    .join(' ')
}
