import { prepareVoice, type VoiceReply, type VoiceRequest } from './prepare.ts'

function reply(message: VoiceReply, transfer: Transferable[] = []): void {
  self.postMessage(message, { transfer })
}

/** Unpredictable and unrepeatable, so that the change can't be calculated back. */
function secureRandom(): number {
  const [drawn = 0] = crypto.getRandomValues(new Uint32Array(1))
  return drawn / 2 ** 32
}

self.addEventListener('message', ({ data }: MessageEvent<VoiceRequest>) => {
  const onProgress = (share: number): void => reply({ type: 'progress', share })
  const prepared = prepareVoice(data.recording, data.voice, secureRandom, onProgress)
  reply({ type: 'done', prepared }, prepared.wav ? [prepared.wav] : [])
})
