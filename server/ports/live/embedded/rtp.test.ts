import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  ListenerNumbers,
  type PacketStamp,
  SlotStream,
  sequenceDistance,
  timestampDistance,
} from './rtp.ts'

const start = { sequenceNumber: 65_530, timestamp: 2 ** 32 - 100 }
const packet = (sequenceNumber: number, timestamp: number): PacketStamp => ({
  sequenceNumber,
  timestamp,
  marker: false,
})

test('sequence numbers and timestamps are compared across their wrap', () => {
  expect(sequenceDistance(65_535, 0)).toBe(1)
  expect(sequenceDistance(0, 65_535)).toBe(-1)
  expect(timestampDistance(2 ** 32 - 10, 10)).toBe(20)
  expect(timestampDistance(10, 2 ** 32 - 10)).toBe(-20)
})

test('a holder’s first packet follows the slot’s last one and has the marker', () => {
  const slot = new SlotStream(start)
  expect(slot.rewrite(packet(500, 9_000), 'a', 0)).toEqual({
    sequenceNumber: 65_531,
    timestamp: 860,
    marker: true,
  })
  expect(slot.rewrite(packet(501, 9_960), 'a', 20)).toEqual({
    sequenceNumber: 65_532,
    timestamp: 1_820,
    marker: false,
  })
})

test('losses and late packets within one holder’s stream are kept', () => {
  const slot = new SlotStream({ sequenceNumber: 0, timestamp: 0 })
  const sent = [500, 503, 502].map((each) => slot.rewrite(packet(each, each * 960), 'a', 0))
  expect(sent.map((each) => each?.sequenceNumber)).toEqual([1, 4, 3])
  expect(sent.map((each) => each?.timestamp)).toEqual([960, 3_840, 2_880])
})

test('a packet from before the holder’s first one is dropped, so that no number is used twice', () => {
  const slot = new SlotStream({ sequenceNumber: 0, timestamp: 0 })
  slot.rewrite(packet(10, 960), 'a', 0)
  slot.rewrite(packet(500, 960), 'b', 20)
  expect(slot.rewrite(packet(499, 0), 'b', 21)).toBeUndefined()
})

test('another holder continues without a gap in the numbers, and with the time that has passed', () => {
  const slot = new SlotStream({ sequenceNumber: 0, timestamp: 0 })
  const first = slot.rewrite(packet(10, 5_000), 'a', 1_000)
  const second = slot.rewrite(packet(40_000, 77), 'b', 3_000)
  expect(first).toMatchObject({ sequenceNumber: 1, timestamp: 960 })
  expect(second).toEqual({ sequenceNumber: 2, timestamp: 960 + 96_000, marker: true })
})

test('the same holder starts over after a release or a gap too large for a loss', () => {
  const slot = new SlotStream({ sequenceNumber: 0, timestamp: 0 })
  slot.rewrite(packet(10, 0), 'a', 0)
  slot.release()
  expect(slot.rewrite(packet(11, 999_999), 'a', 20)?.sequenceNumber).toBe(2)
  expect(slot.rewrite(packet(9_000, 0), 'a', 40)).toMatchObject({ sequenceNumber: 3, marker: true })
})

test('when holders change, numbers always rise by one and time never goes back', () => {
  const step = fc.record({
    source: fc.constantFrom('a', 'b', 'c'),
    first: fc.nat(65_535),
    timestamp: fc.nat(2 ** 32 - 1),
    count: fc.integer({ min: 1, max: 50 }),
    pauseMs: fc.nat(10_000),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      const slot = new SlotStream(start)
      let before = start
      let nowMs = 0
      for (const each of steps) {
        slot.release()
        nowMs += each.pauseMs
        for (let index = 0; index < each.count; index++) {
          nowMs += 20
          const input = packet((each.first + index) & 0xffff, (each.timestamp + index * 960) >>> 0)
          const output = slot.rewrite(input, each.source, nowMs)
          if (!output) throw new Error('dropped')
          expect(sequenceDistance(before.sequenceNumber, output.sequenceNumber)).toBe(1)
          expect(timestampDistance(before.timestamp, output.timestamp)).toBeGreaterThanOrEqual(960)
          before = output
        }
      }
    }),
  )
})

test('a listener’s numbers begin far from a wrap, whatever the slot’s numbers are', () => {
  const numbers = new ListenerNumbers()
  expect([65_534, 65_535, 0, 1].map((each) => numbers.of(each))).toEqual([
    1_000, 1_001, 1_002, 1_003,
  ])
  expect(new ListenerNumbers().of(3)).toBe(1_000)
})
