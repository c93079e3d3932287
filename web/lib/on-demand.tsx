import {
  type ComponentType,
  createElement,
  lazy,
  type ReactElement,
  type ReactNode,
  Suspense,
  useContext,
  useState,
} from 'react'
import { useBrowserValue } from '#web/lib/use-stored-state.ts'
import { VisitContext } from '#web/lib/visit.ts'

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
 *
 * A page's loader can `preload` the code, so that the placeholder isn't shown at all.
 */
export function onDemand<Module, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
  placeholder: ReactNode = null,
): ((props: PropsOf<Module, Name>) => ReactElement) & { preload: () => Promise<Module> } {
  let Loaded: ComponentType<object> | undefined
  const preload = async (): Promise<Module> => {
    const module = await load()
    Loaded = module[name] as ComponentType<object>
    return module
  }
  const Lazy = lazy(async () => ({ default: (await load())[name] as ComponentType<object> }))
  const onDemandPart = (props: object): ReactElement => {
    const isNew = useBrowserValue(() => true, false)
    const [isInDocument] = useState(!isNew)
    // The same for as long as it is shown, or it would start anew.
    const [Part] = useState<ComponentType<object>>(() => Loaded ?? Lazy)
    const part = <Part {...props} />
    return (
      <>
        <PageFiles of={name} />
        {isInDocument ? part : <Suspense fallback={placeholder}>{part}</Suspense>}
      </>
    )
  }
  return Object.assign(onDemandPart, { preload })
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

/** The script files of each component that loads on demand, by its name. */
export type FilesByComponent = Readonly<Record<string, readonly string[]>>

let filesByComponent: FilesByComponent = {}

/** Called by the server, which knows the files of the browser's build. */
export function setFilesByComponent(files: FilesByComponent): void {
  filesByComponent = files
}

/**
 * Names a component's files in the document that the server renders, so that the browser loads them
 * together with the app's own instead of after it. What a person reads comes first, so their priority
 * is low. In the browser, this renders nothing.
 */
export function PageFiles({ of: component }: { of: string }): ReactElement[] {
  if (useContext(VisitContext)?.isPlain) return []
  return (filesByComponent[component] ?? []).map((file) => (
    <link key={file} rel="modulepreload" href={file} fetchPriority="low" />
  ))
}
