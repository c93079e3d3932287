import { access, open } from 'node:fs/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  AV_NOPTS_VALUE,
  AV_PKT_FLAG_CORRUPT,
  AV_PKT_FLAG_DISCARD,
  type AVCodecID,
  AVMEDIA_TYPE_AUDIO,
  Codec,
  Decoder,
  Demuxer,
  FilterAPI,
  type Frame,
  type Packet,
  type Stream,
} from 'node-av'
import { RefusedRecording } from './refusal.ts'

export const SAMPLE_RATE = 48_000

/** How a recording's channels become one. `sum` is the standard mix; the others use the first two. */
export type Mix = 'sum' | 'difference' | 'left' | 'right'

/** Converts the output of any decoder to the one format that the rest of the code uses. */
const TO_SAMPLES = `aresample=${SAMPLE_RATE},aformat=sample_fmts=fltp`
const TO_STEREO = `${TO_SAMPLES}:channel_layouts=stereo`
const TO_MONO: Record<Mix, string> = {
  sum: `${TO_SAMPLES}:channel_layouts=mono`,
  difference: `${TO_STEREO},pan=mono|c0=0.5*c0-0.5*c1`,
  left: `${TO_STEREO},pan=mono|c0=c0`,
  right: `${TO_STEREO},pan=mono|c0=c1`,
}

/** Explicit lists: a playlist format would let an upload refer to other files and URLs. */
const INPUT_OPTIONS = {
  format_whitelist: 'matroska,webm,ogg,mov,mp4,m4a,3gp,3g2,mj2,mp3,wav,aac,flac',
  protocol_whitelist: 'file',
}

/** Every recorder is within these limits; a forged header beyond them makes the resampler allocate gigabytes. */
const SAMPLE_RATES = { min: 4_000, max: 384_000 }
const MAX_CHANNELS = 8
/**
 * Reading and decoding are synchronous, because handing each packet to a thread takes more processor
 * time than decoding it. After this much sound, timers and the parent process have their turn.
 */
const SECONDS_PER_TURN = 1
/** Encoders and headers count the samples that surround a recording differently. */
const MAX_MISSING_SECONDS = 0.3

export interface RecordingFile {
  path: string
  maxSeconds: number
  /** Accepts a file that is cut off or damaged, up to what can be read of it. */
  acceptsIncomplete?: boolean
}

/**
 * The file's audio as mono frames of 32-bit floats at SAMPLE_RATE, in order and without gaps: the
 * file's own timestamps are ignored, its edit list is not. The caller frees each frame.
 *
 * @param onStereo receives the first two channels of everything that isn't mono; they are freed
 * @throws RefusedRecording, after the last frame if the file has less sound than it says
 */
export function monoFrames(
  input: RecordingFile,
  { mix = 'sum', onStereo }: { mix?: Mix; onStereo?: (frame: Frame) => void } = {},
): AsyncGenerator<Frame> {
  const frames = decodedFrames(input)
  return filtered(onStereo ? watched(frames, onStereo) : frames, TO_MONO[mix])
}

/** Runs frames through an FFmpeg filter chain and frees them. The caller frees the resulting frames. */
export async function* filtered(
  frames: AsyncIterable<Frame>,
  description: string,
): AsyncGenerator<Frame> {
  const filter = FilterAPI.create(description)
  try {
    for await (const frame of frames) {
      const results = filter.processAllSync(frame)
      frame.free()
      yield* results
    }
    yield* filter.flushFramesSync()
  } finally {
    filter.close()
  }
}

async function* watched(
  frames: AsyncIterable<Frame>,
  onStereo: (frame: Frame) => void,
): AsyncGenerator<Frame> {
  const filter = FilterAPI.create(TO_STEREO)
  try {
    for await (const frame of frames) {
      if (frame.channels > 1) {
        for (const stereo of filter.processAllSync(frame)) {
          onStereo(stereo)
          stereo.free()
        }
      }
      yield frame
    }
  } finally {
    filter.close()
  }
}

/** The samples of one channel. They share the frame's memory: read them before it is freed. */
export function samplesOf(frame: Frame, channel = 0): Float32Array {
  const plane = frame.data?.[channel]
  if (!plane) throw new Error('The frame contains no samples.')
  return new Float32Array(plane.buffer, plane.byteOffset, frame.nbSamples)
}

async function* decodedFrames(input: RecordingFile): AsyncGenerator<Frame> {
  // FFmpeg's error for a missing file is that of an unreadable one.
  await access(input.path)
  await using file = await Demuxer.open(input.path, {
    options: INPUT_OPTIONS,
    // Keeps to the durations that the file states: FFmpeg otherwise estimates missing ones.
    skipStreamInfo: true,
  })
  const stream = audioStreamOf(file)
  using decoder = await Decoder.create(stream, { exitOnError: false })
  const tally = new Tally(stream)
  let seconds = 0
  let turnAt = 0
  for (const frame of decoder.framesSync(counted(file.packetsSync(stream.index), tally))) {
    if (!frame) continue
    if (seconds >= turnAt) {
      await nextTurn()
      turnAt = seconds + SECONDS_PER_TURN
    }
    seconds += frame.nbSamples / frame.sampleRate
    if (seconds > input.maxSeconds) throw new RefusedRecording('too_long')
    requireUsable(frame)
    yield frame
  }
  if (input.acceptsIncomplete || seconds === 0) return
  const missing = Math.max(
    tally.missingSeconds({ decoded: seconds, file }),
    file.formatName === 'wav' ? await missingWavSeconds(input.path) : 0,
  )
  if (missing > MAX_MISSING_SECONDS) {
    throw new RefusedRecording('incomplete', `${missing} of ${seconds + missing} s are missing`)
  }
}

/** A file's only track of sound. Throws for several, of which all but one would be lost. */
function audioStreamOf(file: Demuxer): Stream {
  const decodable = file.streams.filter(
    ({ codecpar }) => codecpar.codecType === AVMEDIA_TYPE_AUDIO && findDecoder(codecpar.codecId),
  )
  const [stream, another] = decodable
  if (!stream) throw new RefusedRecording('unreadable', 'no audio track that can be decoded')
  if (another) throw new RefusedRecording('several_tracks', `${decodable.length} audio tracks`)
  return stream
}

function findDecoder(codecId: AVCodecID): boolean {
  return Codec.findDecoder(codecId) !== null
}

function requireUsable({ sampleRate, channels }: Frame): void {
  if (sampleRate < SAMPLE_RATES.min || sampleRate > SAMPLE_RATES.max) {
    throw new RefusedRecording('unreadable', `${sampleRate} samples a second`)
  }
  if (channels > MAX_CHANNELS) throw new RefusedRecording('unreadable', `${channels} channels`)
}

function* counted(packets: Iterable<Packet | null>, tally: Tally): Generator<Packet | null> {
  for (const packet of packets) {
    if (packet) tally.add(packet)
    yield packet
  }
}

/** Compares the sound that a file states with the sound that was read from it. */
class Tally {
  readonly #secondsPerUnit: number
  readonly #stated: number
  /** Of all packets that are meant to be heard, in seconds. */
  #packets = 0
  /** Of all packets; negative if an edit list leaves some out. */
  #start = 0
  #end = 0
  #isCutOff = false

  constructor(stream: Stream) {
    this.#secondsPerUnit = stream.timeBase.num / stream.timeBase.den
    this.#stated = Math.max(0, Number(stream.duration)) * this.#secondsPerUnit
  }

  add({ pts, duration, flags }: Packet): void {
    if (flags & AV_PKT_FLAG_CORRUPT) this.#isCutOff = true
    const length = Number(duration) * this.#secondsPerUnit
    if (!(flags & AV_PKT_FLAG_DISCARD)) this.#packets += length
    if (pts === AV_NOPTS_VALUE) return
    const start = Number(pts) * this.#secondsPerUnit
    this.#start = Math.min(this.#start, start)
    this.#end = Math.max(this.#end, start + length)
  }

  missingSeconds({ decoded, file }: { decoded: number; file: Demuxer }): number {
    const lost = this.#packets - decoded
    if (file.formatName === 'wav') return lost
    if (this.#isCutOff) return Number.POSITIVE_INFINITY
    const span = this.#end - this.#start
    // The packets of these files can have gaps between them.
    if (file.formatName.startsWith('mov')) return Math.max(lost, this.#stated - span)
    if (file.formatName.startsWith('matroska')) {
      // The stated duration is the longest track's.
      return file.video() ? lost : Math.max(lost, file.duration - span)
    }
    return Math.max(lost, this.#stated - decoded)
  }
}

/** Recorders that don't know the length in advance write 0 or about the largest number. */
const UNKNOWN_LENGTH = 0x7f_ff_00_00
const MAX_CHUNKS = 1_000

/**
 * How many seconds of sound a WAV file lacks of what its header states, which FFmpeg doesn't tell; 0
 * for a header without a length.
 */
async function missingWavSeconds(path: string): Promise<number> {
  await using file = await open(path)
  const { size } = await file.stat()
  const chunk = Buffer.alloc(8)
  let bytesPerSecond = 0
  let at = 12
  for (let count = 0; count < MAX_CHUNKS && at + 8 <= size; count += 1) {
    await file.read(chunk, 0, 8, at)
    const name = chunk.toString('latin1', 0, 4)
    const length = chunk.readUInt32LE(4)
    if (name === 'data') {
      const missing = at + 8 + length - size
      return length < UNKNOWN_LENGTH && bytesPerSecond > 0
        ? Math.max(0, missing / bytesPerSecond)
        : 0
    }
    if (name === 'fmt ') {
      const rate = Buffer.alloc(4)
      await file.read(rate, 0, 4, at + 8 + 8)
      bytesPerSecond = rate.readUInt32LE(0)
    }
    // Chunks begin at even positions.
    at += 8 + length + (length % 2)
  }
  return 0
}
