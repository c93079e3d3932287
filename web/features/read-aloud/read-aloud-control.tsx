import { Square, Volume2 } from 'lucide-react'
import { type ReactElement, useEffect, useState, useSyncExternalStore } from 'react'
import type { ReadAloudProps } from '#web/features/read-aloud/read-aloud.tsx'
import { readAloud } from '#web/features/read-aloud/reader.ts'
import { cn } from '#web/lib/cn.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast-store.ts'

/** The button that starts and stops the reading; not seen on a device without voices. */
export function ReadAloudControl(props: ReadAloudProps): ReactElement {
  const { title, text, target, label = 'Read aloud', variant = 'ghost', className } = props
  const canRead = useSyncExternalStore(listenToVoices, hasVoice)
  const [reading, setReading] = useState<AbortController>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text ends the reading
  useEffect(() => () => reading?.abort(), [reading, text])

  // Speaks within the press, which iOS requires.
  const start = (): void => {
    const started = new AbortController()
    setReading(started)
    readAloud({ text, element: target?.current, voice: findVoice(), reading: started })
      .catch(() => {
        const description = 'Your device couldn’t read this text.'
        toast({ title: 'Reading stopped', description, variant: 'destructive' })
      })
      .finally(() => setReading((current) => (current === started ? undefined : current)))
  }
  const isReading = reading !== undefined
  const Icon = isReading ? Square : Volume2
  const action = isReading ? 'Stop reading' : label
  return (
    <Button
      variant={variant}
      size="sm"
      className={cn(!canRead && 'invisible', className)}
      aria-label={`${action}: ${title}`}
      disabled={text.trim() === ''}
      onClick={() => (isReading ? setReading(undefined) : start())}
    >
      <Icon aria-hidden size={16} />
      {action}
    </Button>
  )
}

function listenToVoices(listener: () => void): () => void {
  // Older versions of Safari have no events here, but know their voices from the start.
  const speech: Partial<SpeechSynthesis> | undefined = window.speechSynthesis
  speech?.addEventListener?.('voiceschanged', listener)
  return () => speech?.removeEventListener?.('voiceschanged', listener)
}

function hasVoice(): boolean {
  return findVoice() !== undefined
}

/**
 * A voice on this device for the page's language, preferably as this person speaks it. Other voices
 * would send the text to their maker.
 */
function findVoice(): SpeechSynthesisVoice | undefined {
  const speech: SpeechSynthesis | undefined = window.speechSynthesis
  const tagOf = ({ lang }: SpeechSynthesisVoice): string => lang.replace('_', '-').toLowerCase()
  const language = document.documentElement.lang.slice(0, 2)
  const voices = (speech?.getVoices() ?? []).filter(
    (voice) => voice.localService && tagOf(voice).slice(0, 2) === language,
  )
  const own = navigator.language.toLowerCase()
  return (
    voices.find((voice) => tagOf(voice) === own && voice.default) ??
    voices.find((voice) => tagOf(voice) === own) ??
    voices.find((voice) => voice.default) ??
    voices[0]
  )
}
