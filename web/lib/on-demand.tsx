import { type ComponentType, lazy, type ReactElement, type ReactNode, Suspense } from 'react'

/** A component whose code loads when it is first rendered. The placeholder is shown until then. */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  placeholder: ReactNode = null,
): (props: Props) => ReactElement {
  const Part = lazy(async () => ({ default: await load() }))
  return (props) => (
    <Suspense fallback={placeholder}>
      <Part {...props} />
    </Suspense>
  )
}
