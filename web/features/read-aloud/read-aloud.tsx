import {
  type ComponentType,
  type ReactElement,
  type RefObject,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react'
import { hasVoice, listenToVoices } from '#web/features/read-aloud/voices.ts'
import { cn } from '#web/lib/cn.ts'
import { whenIdle } from '#web/lib/when-idle.ts'

export interface ReadAloudProps {
  /** The text that is read, for the button's name: 'Daily Message'. */
  title: string
  /** Reading stops when it changes. Read as it is if there is no `target`. */
  text: string
  /** The element whose words are read; each sentence is marked in it while it is read. */
  target?: RefObject<HTMLElement | null>
  label?: 'Read aloud' | 'Listen'
  variant?: 'ghost' | 'outline'
  className?: string
}

let Loaded: ComponentType<ReadAloudProps> | undefined

/** The size of the control, whatever its label, so that nothing around it moves. */
const sizeClasses = 'min-h-11 w-36'

/**
 * Lets this device read a text aloud, with a voice of its own: no text is sent to anyone. It is
 * empty until its code has loaded, after the page, and on a device without voices.
 */
export function ReadAloud({ className, ...props }: ReadAloudProps): ReactElement {
  const canRead = useSyncExternalStore(listenToVoices, hasVoice, () => false)
  const [Control, setControl] = useState(() => Loaded)
  useEffect(() => {
    if (Loaded || !canRead) return
    whenIdle(() => {
      import('#web/features/read-aloud/read-aloud-control.tsx').then(
        ({ ReadAloudControl }) => {
          Loaded = ReadAloudControl
          setControl(() => ReadAloudControl)
        },
        // The words can be read without it.
        () => undefined,
      )
    })
  }, [canRead])
  const classes = cn(sizeClasses, className)
  return Control && canRead ? (
    <Control className={classes} {...props} />
  ) : (
    <span className={classes} />
  )
}
