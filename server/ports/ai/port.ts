import type { DailyType } from '#contract/daily.ts'

/** Describes the daily text to write. */
export interface WritingRequest {
  type: DailyType
  /** The administrator's words on tone and manner; may be empty. */
  agentStyle: string
  /** The administrator's words on what reflections should ask; may be empty. */
  reflectionPrompt: string
  /** Keys of library texts of this type that were shown before, latest first. */
  usedLibraryKeys: readonly string[]
}

export interface WrittenText {
  /** Not yet sanitized. */
  html: string
  /** Key of the library text; null for generated text. */
  libraryKey: string | null
}

/** Writes the Daily Message and the Daily Reflection. */
export interface DailyWriter {
  readonly source: 'library' | 'provider'
  /** The provider's model, for display; null for the library. */
  readonly model: string | null
  /**
   * Throws `provider_unavailable` when the provider cannot be reached, is too slow, or gives an
   * unusable answer.
   */
  write(request: WritingRequest): Promise<WrittenText>
}

/** The texts that ship with the product. */
export interface DailyLibrary extends DailyWriter {
  /** The text with this key, not yet sanitized; undefined when no text of this type has it. */
  find(text: { type: DailyType; libraryKey: string }): Promise<string | undefined>
}
