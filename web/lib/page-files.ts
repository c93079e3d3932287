import { preloadModule } from 'react-dom'

/** The script files of each component that loads on demand, by its name. */
export type FilesByComponent = Readonly<Record<string, readonly string[]>>

let filesByComponent: FilesByComponent = {}

/** Called by the server, which knows the files of the browser's build. */
export function setFilesByComponent(files: FilesByComponent): void {
  filesByComponent = files
}

/**
 * Names a component's files in the document that the server renders, so that the browser loads them
 * together with the app's own instead of after it.
 */
export function preloadFilesOf(component: string): void {
  for (const file of filesByComponent[component] ?? []) preloadModule(file)
}
