import type { TestProject } from 'vitest/node'
import { startTemplateDatabase, type TemplateDatabase } from './template-database.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    adminUrl: string
  }
}

declare global {
  /** The tests' PostgreSQL. Each project imports this file anew. */
  var testPostgres: Promise<TemplateDatabase> | undefined
}

/** Starts the tests' PostgreSQL once for all files of all projects. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  globalThis.testPostgres ??= startTemplateDatabase()
  const { adminUrl, stop } = await globalThis.testPostgres
  project.provide('adminUrl', adminUrl)
  // Vitest tears down when the tests of all projects have ended.
  return stop
}
