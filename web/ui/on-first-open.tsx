import { type ComponentType, lazy, type ReactElement, Suspense, useState } from 'react'

/**
 * A dialog whose code is loaded when it is first opened. Afterwards it stays rendered, so that it can
 * fade out and give the focus back.
 */
export function onFirstOpen<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  isOpen: (props: Props) => boolean,
): (props: Props) => ReactElement | null {
  const Loaded = lazy(async () => ({ default: await load() }))
  return (props) => {
    const [wasOpened, setWasOpened] = useState(false)
    if (isOpen(props) && !wasOpened) setWasOpened(true)
    return wasOpened ? (
      <Suspense fallback={null}>
        <Loaded {...props} />
      </Suspense>
    ) : null
  }
}
