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

/** Brings whatever a decoder gives to the one form that the rest works on. */
const TO_MONO = `aresample=${SAMPLE_RATE},aformat=sample_fmts=fltp:channel_layouts=mono`

/** Named one by one: a playlist format would let an upload name other files and addresses. */
const FORMATS = [WEBM, MATROSKA, OGG, MP4, QTFF, MP3, WAVE, ADTS, FLAC]

/** No recorder leaves these bounds, and a false header beyond them makes the resampler allocate gigabytes. */
const SAMPLE_RATES = { min: 4_000, max: 384_000 }
const MAX_CHANNELS = 8

/**
 * The sound of the file as mono frames of 32-bit floats at SAMPLE_RATE, in order and without gaps:
 * the file's own timestamps are not believed. The caller frees each frame.
 */
export function monoFrames(input: { path: string; maxSeconds: number }): AsyncGenerator<Frame> {
  return filtered(decodedFrames(input), TO_MONO)
}

/** Runs frames through an FFmpeg filter chain, and frees them. The caller frees what comes out. */
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
  if (!plane) throw new Error('The frame holds no samples.')
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
