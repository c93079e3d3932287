import {
  type ComponentProps,
  type ReactElement,
  useEffect,
  useImperativeHandle,
  useRef,
} from 'react'
import { repeatEarlyInput } from '#web/lib/early-input.ts'
import { useIsHydrated } from '#web/lib/use-stored-state.ts'
import { useVisit } from '#web/lib/visit.ts'

/**
 * A form whose fields can be used before it is hydrated: `before-paint.js` remembers what is entered
 * and submitted in a form with `data-early`. A document without the app sends it itself. Without scripts, nothing that was entered gets into the
 * address, and the form says that it needs them, unless `action` names where it works without
 * (`server/http/posted-forms.ts`) or it only opens an address.
 */
export function Form({ ref, children, ...props }: ComponentProps<'form'>): ReactElement {
  const form = useRef<HTMLFormElement>(null)
  useImperativeHandle<HTMLFormElement | null, HTMLFormElement | null>(ref, () => form.current)
  const isHydrated = useIsHydrated()
  const { isPlain } = useVisit()
  useEffect(() => {
    if (isHydrated && form.current) repeatEarlyInput(form.current)
  }, [isHydrated])
  return (
    // biome-ignore lint/correctness/noRestrictedElements: this is the component to use instead.
    <form ref={form} method="post" data-early={isHydrated || isPlain ? undefined : ''} {...props}>
      {children}
      {props.action === undefined && props.method !== 'get' ? (
        <noscript>
          <p className="text-sm text-ink-quiet">This form needs JavaScript.</p>
        </noscript>
      ) : null}
    </form>
  )
}
