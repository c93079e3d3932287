import type { DailyType } from '#contract/daily.ts'

/** What a daily text should be. */
export interface WritingRequest {
  type: DailyType
  /** The administrator's words on tone and manner; may be empty. */
  agentStyle: string
  /** The administrator's words on what reflections should ask; may be empty. */
  reflectionPrompt: string
  /** Library texts of this type that were shown before, latest first. */
  usedLibraryKeys: readonly string[]
}

/** A written text. */
export interface WrittenText {
  /** Not yet sanitised. */
  html: string
  /** Which text of the library it is; null for generated text. */
  libraryKey: string | null
}

/** Writes the Daily Message and the Daily Reflection. */
export interface DailyWriter {
  readonly source: 'library' | 'provider'
  /** The provider's model, for people; null for the library. */
  readonly model: string | null
  /**
   * Throws `provider_unavailable` when the provider cannot be reached, is too slow, or answers with
   * nothing that can be used.
   */
  write(request: WritingRequest): Promise<WrittenText>
}

/** The texts that are written with the product. */
export interface DailyLibrary extends DailyWriter {
  /** The text under a key, not yet sanitised; undefined when there is none of this type. */
  find(text: { type: DailyType; libraryKey: string }): Promise<string | undefined>
}
