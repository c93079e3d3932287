import type { BrowserContext, Page } from '@playwright/test'

declare global {
  interface Window {
    /** What the device has been asked to say, in order. */
    spoken?: string[]
    /** Whether it is speaking. */
    isSpeaking?: boolean
    /** Ends the sentence that it is saying. */
    finishSentence?: () => void
    /** Gives the device its voices, as some do only after a while. */
    findVoices?: () => void
    /** Says something to the device's own recognizer. */
    say?: (words: string) => void
    /** Whether the recognizer has been told to keep the sound on the device. */
    processesLocally?: boolean
  }
}

interface Voice {
  name: string
  lang: string
  localService: boolean
}

export const OWN_VOICE: Voice = { name: 'Own', lang: 'en-US', localService: true }
/** Sends what it says to its maker. */
export const REMOTE_VOICE: Voice = { name: 'Remote', lang: 'en-US', localService: false }

/**
 * A device that speaks with these voices: Chromium without a window has none. It says one sentence
 * after the other, each until `finishSentence`. Call it before the page is opened.
 */
export async function giveVoices(
  target: Page | BrowserContext,
  voices: readonly Voice[],
  { isLate = false } = {},
): Promise<void> {
  await target.addInitScript(
    ({ voices, isLate }) => {
      class Utterance extends EventTarget {
        voice: Voice | null = null
        lang = ''
        text: string
        constructor(text: string) {
          super()
          this.text = text
        }
      }
      let found = isLate ? [] : voices
      let queue: Utterance[] = []
      const device = new EventTarget()
      const next = (): void => {
        window.isSpeaking = queue.length > 0
        const [first] = queue
        if (!first) return
        if (first.text === '') finish()
        else if (first.voice?.localService) window.spoken?.push(first.text.trim())
        else throw new Error('No voice of this device was chosen.')
      }
      const finish = (): void => {
        queue.shift()?.dispatchEvent(new Event('end'))
        next()
      }
      window.spoken = []
      window.finishSentence = finish
      window.findVoices = () => {
        found = voices
        device.dispatchEvent(new Event('voiceschanged'))
      }
      Object.assign(device, {
        getVoices: () => found,
        speak: (utterance: Utterance) => {
          queue.push(utterance)
          if (queue.length === 1) next()
        },
        cancel: () => {
          const canceled = queue
          queue = []
          window.isSpeaking = false
          for (const each of canceled) {
            each.dispatchEvent(Object.assign(new Event('error'), { error: 'canceled' }))
          }
        },
      })
      Object.defineProperty(window, 'speechSynthesis', { value: device })
      Object.defineProperty(window, 'SpeechSynthesisUtterance', { value: Utterance })
    },
    { voices, isLate },
  )
}

/** What the device has said so far, and is saying. */
export function spokenOn(page: Page): Promise<string[]> {
  return page.evaluate(() => window.spoken ?? [])
}

export async function finishSentence(page: Page): Promise<void> {
  await page.evaluate(() => window.finishSentence?.())
}

export function isSpeaking(page: Page): Promise<boolean> {
  return page.evaluate(() => window.isSpeaking === true)
}

/** The text that is marked as being read. */
export function markedOn(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...(CSS.highlights.get('reading') ?? [])].map((range) => range.toString()),
  )
}

/**
 * A device with a recognizer in this state: only `available` means that it works without sending the
 * sound anywhere.
 */
export async function giveRecognizer(page: Page, state: string): Promise<void> {
  await page.addInitScript((state) => {
    class Recognizer extends EventTarget {
      static available({ processLocally }: { processLocally: boolean }): Promise<string> {
        return Promise.resolve(processLocally ? state : 'available')
      }
      processLocally = false
      start(): void {
        window.processesLocally = this.processLocally
        window.say = (transcript) => {
          const result = Object.assign([{ transcript }], { isFinal: true })
          const event = Object.assign(new Event('result'), { resultIndex: 0, results: [result] })
          this.dispatchEvent(event)
        }
      }
      abort(): void {
        delete window.say
        this.dispatchEvent(new Event('end'))
      }
    }
    Object.defineProperty(window, 'SpeechRecognition', { value: Recognizer })
  }, state)
}
