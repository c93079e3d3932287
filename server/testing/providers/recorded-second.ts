import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Encoder } from '@evan/opus'
import { OggFile } from '#server/ports/live/embedded/ogg.ts'

/** One second of a tone in the format of a provider's recording: Opus in Ogg. */
export async function recordedSecond(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'recorded-'))
  const path = join(folder, 'tone.ogg')
  const file = await OggFile.open(path, 0)
  const encoder = new Encoder({ channels: 1, sample_rate: 48_000, application: 'audio' })
  for (let frame = 0; frame < 50; frame++) {
    const tone = Int16Array.from({ length: 960 }, (_, index) => {
      return 8_000 * Math.sin((2 * Math.PI * 440 * (frame * 960 + index)) / 48_000)
    })
    file.add(encoder.encode(tone), 960)
  }
  await file.end()
  const bytes = await readFile(path)
  await rm(folder, { recursive: true })
  return bytes
}
