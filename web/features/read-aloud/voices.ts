/** Calls `listener` when this device has found voices. Returns the undo function. */
export function listenToVoices(listener: () => void): () => void {
  // Older versions of Safari have no events here, but know their voices from the start.
  const speech: Partial<SpeechSynthesis> | undefined = window.speechSynthesis
  speech?.addEventListener?.('voiceschanged', listener)
  return () => speech?.removeEventListener?.('voiceschanged', listener)
}

export function hasVoice(): boolean {
  return findVoice() !== undefined
}

/**
 * A voice on this device for the page's language, preferably as this person speaks it. Other voices
 * would send the text to their maker.
 */
export function findVoice(): SpeechSynthesisVoice | undefined {
  const speech: SpeechSynthesis | undefined = window.speechSynthesis
  const tagOf = ({ lang }: SpeechSynthesisVoice): string => lang.replace('_', '-').toLowerCase()
  const language = document.documentElement.lang.slice(0, 2)
  const voices = (speech?.getVoices() ?? []).filter(
    (voice) => voice.localService && tagOf(voice).slice(0, 2) === language,
  )
  const own = navigator.language.toLowerCase()
  return (
    voices.find((voice) => tagOf(voice) === own && voice.default) ??
    voices.find((voice) => tagOf(voice) === own) ??
    voices.find((voice) => voice.default) ??
    voices[0]
  )
}
