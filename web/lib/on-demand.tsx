import {
  type ComponentType,
  lazy,
  type ReactElement,
  type ReactNode,
  Suspense,
  useState,
} from 'react'
import { useBrowserValue } from '#web/lib/use-browser-value.ts'

/**
 * A component whose code loads when it is first rendered. The placeholder is shown until then; if the
 * server has rendered it, the page stays as it is and is hydrated as a whole once the code is there.
 * A part that is hydrated after the rest could meet data that differs from the server's.
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  placeholder: ReactNode = null,
): (props: Props) => ReactElement {
  const Part = lazy(async () => ({ default: await load() }))
  return (props) => {
    const isNew = useBrowserValue(() => true, false)
    const [isInDocument] = useState(!isNew)
    if (isInDocument) return <Part {...props} />
    return (
      <Suspense fallback={placeholder}>
        <Part {...props} />
      </Suspense>
    )
  }
}

/**
 * A dialog whose code loads when it is first opened. Afterwards it stays rendered, so that it can fade
 * out and give the focus back.
 */
export function onFirstOpen<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  isOpen: (props: Props) => boolean,
): (props: Props) => ReactElement | null {
  const Dialog = onDemand(load)
  return (props) => {
    const [wasOpened, setWasOpened] = useState(false)
    if (isOpen(props) && !wasOpened) setWasOpened(true)
    return wasOpened ? <Dialog {...props} /> : null
  }
}
