import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { endSound, startSound } from '#web/lib/page-sound.ts'

/** The part of the Web Speech API that is used here; TypeScript doesn't know it yet. */
interface Recognition extends EventTarget {
  lang: string
  continuous: boolean
  processLocally: boolean
  start(): void
  abort(): void
}

interface RecognitionType {
  new (): Recognition
  available?(options: { langs: string[]; processLocally: boolean }): Promise<string>
}

type RecognitionEvent = Event & { resultIndex: number; results: SpeechRecognitionResultList }

declare global {
  interface Window {
    SpeechRecognition?: RecognitionType
    webkitSpeechRecognition?: RecognitionType
  }
}

/** The device's own recognizer. Undefined if this browser would send the sound to its maker. */
async function findRecognition(): Promise<RecognitionType | undefined> {
  const type = window.SpeechRecognition ?? window.webkitSpeechRecognition
  const options = { langs: [navigator.language], processLocally: true }
  return (await type?.available?.(options)) === 'available' ? type : undefined
}

interface Dictation {
  isAvailable: boolean
  isListening: boolean
  hasFailed: boolean
  toggle: () => void
}

/** Writes down what is said, on this device only. `onWords` gets each finished phrase. */
export function useDictation(onWords: (words: string) => void): Dictation {
  const [Type, setType] = useState<{ type: RecognitionType }>()
  const [isListening, setIsListening] = useState(false)
  const [hasFailed, setHasFailed] = useState(false)
  const current = useRef<Recognition>(undefined)
  const report = useEffectEvent(onWords)

  useEffect(() => {
    findRecognition().then(
      (type) => type && setType({ type }),
      () => undefined,
    )
    return () => current.current?.abort()
  }, [])

  const listen = (type: RecognitionType): void => {
    const recognition = new type()
    const stop = (): void => recognition.abort()
    recognition.lang = navigator.language
    recognition.continuous = true
    // Without this, Chrome sends the sound to Google.
    recognition.processLocally = true
    recognition.addEventListener('result', (event) => report(finalWords(event as RecognitionEvent)))
    recognition.addEventListener('error', (event) => {
      const error = 'error' in event ? event.error : undefined
      setHasFailed(error !== 'aborted' && error !== 'no-speech')
    })
    recognition.addEventListener('end', () => {
      endSound(stop)
      setIsListening(false)
    })
    // The microphone is closed by whatever ends the sounds of the page, such as Quick exit.
    startSound(stop)
    current.current = recognition
    setHasFailed(false)
    setIsListening(true)
    recognition.start()
  }
  const toggle = (): void => {
    if (isListening) current.current?.abort()
    else if (Type) listen(Type.type)
  }
  return { isAvailable: Type !== undefined, isListening, hasFailed, toggle }
}

function finalWords({ results, resultIndex }: RecognitionEvent): string {
  return [...results]
    .slice(resultIndex)
    .filter(({ isFinal }) => isFinal)
    .map((result) => result[0]?.transcript ?? '')
    .join(' ')
}
