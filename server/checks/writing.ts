import { checkOpenAiApi } from '#server/ports/openai-api.ts'
import type { ProviderHealth } from '#server/ports/provider-health.ts'
import { type Check, failed, ok, skipped, type Verdict, warning } from './check.ts'

/** @param input.prefix of the variables that set the provider up */
export function judgeProvider(
  health: ProviderHealth,
  { name, prefix, meaning }: { name: string; prefix: 'AI' | 'SPEECH'; meaning: string },
): Verdict {
  switch (health.state) {
    case 'ok':
      return ok(`The ${name} provider answers.`)
    case 'refused':
      return failed({
        finding: `The ${name} provider refuses the key (${health.reason}).`,
        meaning,
        action: `Check ${prefix}_API_KEY in .env, then restart the server.`,
      })
    case 'unreachable':
      return warning({
        finding: `The ${name} provider doesn’t answer (${health.reason}).`,
        meaning,
        action: `Check ${prefix}_BASE_URL in .env, and whether the provider reports an outage.`,
      })
  }
}

export const WRITING_CHECKS: readonly Check[] = [
  {
    name: 'ai-provider',
    title: 'Daily texts',
    run: async ({ config: { ai } }) => {
      if (ai.provider === 'library') return skipped('Daily texts come from the built-in library.')
      return judgeProvider(await checkOpenAiApi(ai), {
        name: 'AI',
        prefix: 'AI',
        meaning: 'Daily texts come from the built-in library instead.',
      })
    },
  },
  {
    name: 'speech-provider',
    title: 'Drafts of transcripts',
    run: async ({ config: { speech } }) => {
      if (speech.provider === 'none') {
        return skipped('No speech provider is set up: authors and helpers write transcripts.')
      }
      return judgeProvider(await checkOpenAiApi(speech), {
        name: 'speech',
        prefix: 'SPEECH',
        meaning: 'Authors who ask for a draft of their transcript get none, and are told so.',
      })
    },
  },
]
