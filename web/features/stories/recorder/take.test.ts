import { expect, test } from 'vitest'
import { nativeSampleRate, recordingFormats } from './take.ts'

const supports = (...types: string[]) => ({
  isTypeSupported: (type: string) => types.includes(type),
})

test('the recording uses the first supported type of the specification', () => {
  const chromium = supports('audio/webm', 'audio/webm;codecs=opus', 'audio/mp4')
  expect(recordingFormats({ vendor: 'Google Inc.', ...chromium })[0]).toBe('audio/webm')
  const firefox = supports('audio/webm;codecs=opus')
  expect(recordingFormats({ vendor: '', ...firefox })).toEqual(['audio/webm;codecs=opus'])
  expect(recordingFormats({ vendor: '', ...supports() })).toEqual([])
})

test('WebKit records MP4 although it reports support for WebM', () => {
  const safari = supports('audio/webm', 'audio/webm;codecs=opus', 'audio/mp4')
  expect(recordingFormats({ vendor: 'Apple Computer, Inc.', ...safari })).toEqual([
    'audio/mp4',
    'audio/webm',
    'audio/webm;codecs=opus',
  ])
})

test('a recording decodes at its own rate', () => {
  expect(nativeSampleRate('audio/webm;codecs=opus', 44_100)).toBe(48_000)
  expect(nativeSampleRate('audio/mp4', 44_100)).toBe(44_100)
  expect(nativeSampleRate('audio/mp4', undefined)).toBe(48_000)
})
