import type { SpeechToText } from '#server/ports/speech/port.ts'
import { type Check, failed, ok, skipped, type Verdict, warning } from './check.ts'

const MEANING = 'Authors who ask for a draft of their transcript get none, and are told so.'

export function judgeSpeech(health: Awaited<ReturnType<SpeechToText['check']>>): Verdict {
  switch (health) {
    case 'ok':
      return ok('The speech provider answers.')
    case 'refused':
      return failed({
        finding: 'The speech provider refuses the key.',
        meaning: MEANING,
        action: 'Check SPEECH_API_KEY in .env, then restart the server.',
      })
    case 'unreachable':
      return warning({
        finding: 'The speech provider doesn’t answer.',
        meaning: MEANING,
        action: 'Check SPEECH_BASE_URL in .env, and whether the provider reports an outage.',
      })
  }
}

export const SPEECH_CHECKS: readonly Check[] = [
  {
    name: 'speech-provider',
    title: 'Drafts of transcripts',
    run: async ({ config: { speech } }) => {
      if (speech.provider === 'none') {
        return skipped('No speech provider is set up: authors and helpers write transcripts.')
      }
      const { createOpenAiSpeech } = await import('#server/ports/speech/openai.ts')
      return judgeSpeech(await createOpenAiSpeech(speech).check())
    },
  },
]
