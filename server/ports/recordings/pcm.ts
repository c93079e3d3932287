import { toAvFrame } from '@mediabunny/server'
import {
  ADTS,
  type AudioSample,
  AudioSampleSink,
  FilePathSource,
  FLAC,
  Input,
  MATROSKA,
  MP3,
  MP4,
  OGG,
  QTFF,
  WAVE,
  WEBM,
} from 'mediabunny'
import { FilterAPI, Frame } from 'node-av'
import { RefusedRecording } from './refusal.ts'

export const SAMPLE_RATE = 48_000

/** Converts the output of any decoder to the one format that the rest of the code uses. */
const TO_MONO = `aresample=${SAMPLE_RATE},aformat=sample_fmts=fltp:channel_layouts=mono`

/** An explicit list: a playlist format would let an upload refer to other files and URLs. */
const FORMATS = [WEBM, MATROSKA, OGG, MP4, QTFF, MP3, WAVE, ADTS, FLAC]

/** Every recorder is within these limits; a forged header beyond them makes the resampler allocate gigabytes. */
const SAMPLE_RATES = { min: 4_000, max: 384_000 }
const MAX_CHANNELS = 8

/**
 * The file's audio as mono frames of 32-bit floats at SAMPLE_RATE, in order and without gaps: the
 * file's own timestamps are ignored. The caller frees each frame.
 */
export function monoFrames(input: { path: string; maxSeconds: number }): AsyncGenerator<Frame> {
  return filtered(decodedFrames(input), TO_MONO)
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

/** The samples of a mono frame. They share the frame's memory: read them before it is freed. */
export function samplesOf(frame: Frame): Float32Array {
  const plane = frame.data?.[0]
  if (!plane) throw new Error('The frame contains no samples.')
  return new Float32Array(plane.buffer, plane.byteOffset, frame.nbSamples)
}

async function* decodedFrames(input: { path: string; maxSeconds: number }): AsyncGenerator<Frame> {
  const file = new Input({ source: new FilePathSource(input.path), formats: FORMATS })
  let seconds = 0
  try {
    const track = await file.getPrimaryAudioTrack()
    if (!track) throw new RefusedRecording('unreadable', 'no audio track')
    for await (const sample of new AudioSampleSink(track).samples()) {
      seconds += sample.duration
      if (seconds > input.maxSeconds) throw new RefusedRecording('too_long')
      yield await takeFrame(sample)
    }
  } finally {
    file.dispose()
  }
}

async function takeFrame(sample: AudioSample): Promise<Frame> {
  try {
    const { sampleRate, numberOfChannels } = sample
    if (sampleRate < SAMPLE_RATES.min || sampleRate > SAMPLE_RATES.max) {
      throw new RefusedRecording('unreadable', `${sampleRate} samples a second`)
    }
    if (numberOfChannels > MAX_CHANNELS) {
      throw new RefusedRecording('unreadable', `${numberOfChannels} channels`)
    }
    const frame = new Frame()
    frame.alloc()
    await toAvFrame(sample, frame)
    return frame
  } finally {
    sample.close()
  }
}
