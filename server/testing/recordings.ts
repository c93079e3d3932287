import { rm, writeFile } from 'node:fs/promises'
import { registerMediabunnyServer } from '@mediabunny/server'
import {
  AdtsOutputFormat,
  type AudioCodec,
  AudioSample,
  AudioSampleSource,
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedPacketSink,
  FilePathSource,
  FilePathTarget,
  FlacOutputFormat,
  Input,
  type MetadataTags,
  MovOutputFormat,
  Mp3OutputFormat,
  Mp4OutputFormat,
  OGG,
  OggOutputFormat,
  Output,
  type OutputFormat,
  Quality,
  WavOutputFormat,
  WebMOutputFormat,
} from 'mediabunny'
import { Decoder, Demuxer, Encoder, Muxer, pipeline } from 'node-av'
import type { FFAudioEncoder } from 'node-av/constants'

export const FIXTURE_RATE = 48_000

/** The loudness of a sound at a time in seconds, from 0 to 1. */
export type Envelope = (second: number) => number

export interface Encoding {
  format: OutputFormat
  codec: AudioCodec
  channels?: number
  /** The rate of the samples; `FIXTURE_RATE` by default. */
  sampleRate?: number
  /** The factor for the samples of each channel; 1 by default. */
  gains?: readonly number[]
  /** The first timestamp in seconds; 0 by default. */
  startsAt?: number
  tags?: MetadataTags
}

/** One encoding of each kind that recorders and audio editors write. */
export const ENCODINGS = {
  'webm with opus': { format: new WebMOutputFormat(), codec: 'opus' },
  'webm without a duration': { format: new WebMOutputFormat({ appendOnly: true }), codec: 'opus' },
  'ogg with opus': { format: new OggOutputFormat(), codec: 'opus' },
  'ogg with vorbis': { format: new OggOutputFormat(), codec: 'vorbis' },
  'mp4 with aac': { format: new Mp4OutputFormat(), codec: 'aac' },
  'fragmented mp4': { format: new Mp4OutputFormat({ fastStart: 'fragmented' }), codec: 'aac' },
  'quicktime with pcm': { format: new MovOutputFormat(), codec: 'pcm-s16' },
  'stereo mp3': { format: new Mp3OutputFormat(), codec: 'mp3', channels: 2 },
  wav: { format: new WavOutputFormat(), codec: 'pcm-s16' },
  'stereo wav of floats': { format: new WavOutputFormat(), codec: 'pcm-f32', channels: 2 },
  'bare aac': { format: new AdtsOutputFormat(), codec: 'aac' },
  flac: { format: new FlacOutputFormat(), codec: 'flac' },
} as const satisfies Record<string, Encoding>

/** Samples between -1 and 1 of a buzz with some overtones, at the given loudness. */
export function buzz(seconds: number, envelope: Envelope): Float32Array {
  return Float32Array.from({ length: Math.round(seconds * FIXTURE_RATE) }, (_, index) => {
    const time = index / FIXTURE_RATE
    const angle = 2 * Math.PI * 180 * time
    const wave = Math.sin(angle) + 0.5 * Math.sin(3 * angle) + 0.25 * Math.sin(7 * angle)
    return (wave / 1.75) * envelope(time)
  })
}

/** A pure tone, whose loudness is defined exactly by BS.1770. */
export function tone(input: { seconds: number; hertz: number; peak: number }): Float32Array {
  return Float32Array.from(
    { length: Math.round(input.seconds * FIXTURE_RATE) },
    (_, index) => input.peak * Math.sin((2 * Math.PI * input.hertz * index) / FIXTURE_RATE),
  )
}

/** Writes samples to a file, the same in each channel unless `gains` differ. */
export async function writeRecording(
  path: string,
  samples: Float32Array,
  encoding: Encoding,
): Promise<void> {
  registerMediabunnyServer()
  const { format, codec, channels = 1, sampleRate = FIXTURE_RATE, tags } = encoding
  const { gains = Array.from({ length: channels }, () => 1), startsAt = 0 } = encoding
  const source = new AudioSampleSource({ codec, quality: new Quality({ bitrate: 96_000 }) })
  const output = new Output({ format, target: new FilePathTarget(path) })
  output.addAudioTrack(source)
  if (tags) output.setMetadataTags(tags)
  await output.start()
  for (let start = 0; start < samples.length; start += sampleRate) {
    const second = samples.subarray(start, start + sampleRate)
    const timestamp = startsAt + start / sampleRate
    const sample = sampleAt(second, { timestamp, gains, sampleRate })
    await source.add(sample)
    sample.close()
  }
  await output.finalize()
}

/** Writes a file with several tracks of the same sound. */
export async function writeTracks(
  path: string,
  samples: Float32Array,
  { count, format, codec }: Encoding & { count: number },
): Promise<void> {
  registerMediabunnyServer()
  const output = new Output({ format, target: new FilePathTarget(path) })
  const sources = Array.from(
    { length: count },
    () => new AudioSampleSource({ codec, quality: new Quality({ bitrate: 96_000 }) }),
  )
  for (const source of sources) output.addAudioTrack(source)
  await output.start()
  for (const source of sources) {
    const sample = sampleAt(samples, { timestamp: 0, gains: [1], sampleRate: FIXTURE_RATE })
    await source.add(sample)
    sample.close()
    source.close()
  }
  await output.finalize()
}

/** Writes a small Ogg file of any duration by repeating one packet of the given second of audio. */
export async function writeRepeated(
  path: string,
  input: { second: Float32Array; seconds: number },
): Promise<void> {
  await writeRecording(path, input.second, ENCODINGS['ogg with opus'])
  const { packet, decoderConfig } = await takePacket(path)
  const source = new EncodedAudioPacketSource('opus')
  const output = new Output({ format: new OggOutputFormat(), target: new FilePathTarget(path) })
  output.addAudioTrack(source)
  await output.start()
  const count = Math.round(input.seconds / packet.duration)
  for (let index = 0; index < count; index++) {
    await source.add(packet.clone({ timestamp: index * packet.duration }), { decoderConfig })
  }
  await output.finalize()
}

async function takePacket(
  path: string,
): Promise<{ packet: EncodedPacket; decoderConfig: AudioDecoderConfig }> {
  const file = new Input({ source: new FilePathSource(path), formats: [OGG] })
  const track = await file.getPrimaryAudioTrack()
  const packet = track && (await new EncodedPacketSink(track).getPacket(0.5))
  const decoderConfig = await track?.getDecoderConfig()
  file.dispose()
  if (!packet || !decoderConfig) throw new Error('The file contains no packet.')
  return { packet, decoderConfig }
}

function sampleAt(
  samples: Float32Array,
  { gains, ...when }: { timestamp: number; gains: readonly number[]; sampleRate: number },
): AudioSample {
  const channels = gains.map((gain) => samples.map((value) => value * gain))
  const data = Float32Array.from(channels.flatMap((channel) => [...channel]))
  return new AudioSample({ data, format: 'f32-planar', numberOfChannels: gains.length, ...when })
}

/** Writes the sound of a file to another one with an encoder of FFmpeg's, such as Apple Lossless. */
export async function transcode(input: {
  from: string
  to: string
  encoder: 'alac' | 'aac' | 'pcm_u8'
}): Promise<void> {
  await using source = await Demuxer.open(input.from)
  await using target = await Muxer.open(input.to)
  const track = source.audio()
  if (!track) throw new Error('The file contains no sound.')
  using decoder = await Decoder.create(track)
  using encoder = await Encoder.create(input.encoder as FFAudioEncoder, { autoResample: true })
  await pipeline(source, decoder, encoder, target).completion
}

/** AMR frames a second, each a header (12.2 kbit/s, RFC 4867 section 5.3) and 31 bytes. */
const AMR = { perSecond: 50, header: 0x3c, bytes: 31 }

/** Writes noise as old phones record it: AMR in 3GP. FFmpeg has no encoder for it. */
export async function writeAmr(path: string, seconds: number): Promise<void> {
  const raw = `${path}.amr`
  const frames = Array.from({ length: seconds * AMR.perSecond }, (_, frame) => {
    const bits = Uint8Array.from(
      { length: AMR.bytes },
      (_, at) => ((frame * 31 + at) * 7_919) % 251,
    )
    return Buffer.from([AMR.header, ...bits])
  })
  await writeFile(raw, Buffer.concat([Buffer.from('#!AMR\n'), ...frames]))
  {
    await using source = await Demuxer.open(raw)
    await using target = await Muxer.open(path)
    await pipeline(source, target).completion
  }
  await rm(raw)
}
