import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FrameReader, frame } from './ice-port.ts'

test('packets are read as they were sent, however the stream is split', () => {
  const packets = fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 20 })
  fc.assert(
    fc.property(packets, fc.integer({ min: 1, max: 500 }), (sent, size) => {
      const stream = Buffer.concat(sent.map((each) => frame(Buffer.from(each))))
      const reader = new FrameReader(300)
      const received: Buffer[] = []
      for (let at = 0; at < stream.length; at += size) {
        received.push(...(reader.read(stream.subarray(at, at + size)) ?? []))
      }
      expect(received.map((each) => [...each])).toEqual(sent.map((each) => [...each]))
    }),
  )
})

test('a packet that is too long is refused before it has arrived', () => {
  const reader = new FrameReader(1_500)
  expect(reader.read(Buffer.from([0x05, 0xdc]))).toEqual([])
  expect(new FrameReader(1_500).read(Buffer.from([0x05, 0xdd]))).toBeUndefined()
})
