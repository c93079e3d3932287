import { hash } from 'node:crypto'
import type { Versioned } from '#contract/fields.ts'
import { AppError } from './app-error.ts'

/** Characters for each field. */
const PART = 6

/**
 * The version of something that can be edited: a short hash of each field, in their order. A page
 * sends it back with its changes.
 */
export function versionOf(fields: object): string {
  return Object.values(fields).map(partOf).join('')
}

/** A value whose fields can all be edited, with its version. */
export function versioned<T extends object>(value: T): Versioned<T> {
  return { ...value, version: versionOf(value) }
}

function partOf(value: unknown): string {
  return hash('sha1', JSON.stringify(value ?? null), 'base64url').slice(0, PART)
}

/** A save that says which version its page showed. */
interface Save<T extends object> {
  /** Undefined from a client that doesn't say; empty if there was nothing yet. */
  version: string | undefined
  /** The fields as they are saved now, locked; undefined if there is nothing. */
  saved: T | undefined
  /** The fields to save; the others stay as they are. */
  changes: { [Name in keyof T]?: T[Name] | undefined }
  /** The value that is saved now, as the call would answer it. */
  newer: () => unknown
}

/**
 * Throws `conflict` if a save would replace a field that has changed since its page showed it.
 * Fields that already have the new value can't be lost.
 */
export function requireKnown<T extends object>(save: Save<T>): void {
  const { version, saved, changes } = save
  if (version === undefined || saved === undefined) return
  const names = Object.keys(saved)
  const isSameShape = version.length === names.length * PART
  const isReplaced = ([name, value]: [string, unknown], index: number): boolean => {
    // The names of the changes are names of the saved fields.
    const next = changes[name as keyof T]
    if (next === undefined || partOf(next) === partOf(value)) return false
    return !isSameShape || version.slice(index * PART, (index + 1) * PART) !== partOf(value)
  }
  if (Object.entries(saved).some(isReplaced)) throw outdated(save.newer())
}

/** The refusal of a save that began from something older. */
export function outdated(newer: unknown): AppError {
  const sentence = 'This was changed somewhere else in the meantime. Nothing was replaced.'
  return new AppError('conflict', sentence, { newer })
}
