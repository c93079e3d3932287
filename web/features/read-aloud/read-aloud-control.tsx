import { Square, Volume2 } from 'lucide-react'
import { type ReactElement, useEffect, useState } from 'react'
import type { ReadAloudProps } from '#web/features/read-aloud/read-aloud.tsx'
import { readAloud } from '#web/features/read-aloud/speech.ts'
import { findVoice } from '#web/features/read-aloud/voices.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast-store.ts'

/** The button that starts and stops the reading. */
export function ReadAloudControl(props: ReadAloudProps): ReactElement {
  const { title, text, target, label = 'Read aloud', variant = 'ghost', className } = props
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
      className={className}
      aria-label={`${action}: ${title}`}
      disabled={text.trim() === ''}
      onClick={() => (isReading ? setReading(undefined) : start())}
    >
      <Icon aria-hidden size={16} />
      {action}
    </Button>
  )
}
