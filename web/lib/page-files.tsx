import type { ReactElement } from 'react'

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
  return (filesByComponent[component] ?? []).map((file) => (
    <link key={file} rel="modulepreload" href={file} fetchPriority="low" />
  ))
}
