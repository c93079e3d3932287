import type { TestProject } from 'vitest/node'
import { startTemplateDatabase } from './template-database.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    adminUrl: string
  }
}

/** Starts the tests' PostgreSQL once for all files. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const template = await startTemplateDatabase()
  project.provide('adminUrl', template.adminUrl)
  return () => template.stop()
}
