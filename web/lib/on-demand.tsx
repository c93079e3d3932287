import {
  type ComponentType,
  createElement,
  lazy,
  type ReactElement,
  type ReactNode,
  Suspense,
  useState,
} from 'react'
import { PageFiles } from '#web/lib/page-files.tsx'
import { useBrowserValue } from '#web/lib/use-browser-value.ts'

/** The props of a component that a module exports. */
type PropsOf<Module, Name extends keyof Module> = Module[Name] extends (
  props: infer Props extends object,
) => ReactNode
  ? Props
  : object

/**
 * A component whose code loads when it is first rendered. The placeholder is shown until then; if the
 * server has rendered it, the page stays as it is and is hydrated as a whole once the code is there.
 * A part that is hydrated after the rest could meet data that differs from the server's.
 */
export function onDemand<Module, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
  placeholder: ReactNode = null,
): (props: PropsOf<Module, Name>) => ReactElement {
  const Part = lazy(async () => ({ default: (await load())[name] as ComponentType<object> }))
  return (props: object) => {
    const isNew = useBrowserValue(() => true, false)
    const [isInDocument] = useState(!isNew)
    const part = <Part {...props} />
    return (
      <>
        <PageFiles of={name} />
        {isInDocument ? part : <Suspense fallback={placeholder}>{part}</Suspense>}
      </>
    )
  }
}

/**
 * A dialog whose code loads when it is first opened. Afterwards it stays rendered, so that it can fade
 * out and give the focus back.
 */
export function onFirstOpen<Module, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
  isOpen: (props: PropsOf<Module, Name>) => boolean,
): (props: PropsOf<Module, Name>) => ReactElement | null {
  const Dialog = onDemand(load, name)
  return (props) => {
    const [wasOpened, setWasOpened] = useState(false)
    if (isOpen(props) && !wasOpened) setWasOpened(true)
    return wasOpened ? createElement(Dialog, props) : null
  }
}
