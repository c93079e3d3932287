import { expect, test } from 'vitest'
import { LevelMeter, PacketGate, Reception } from './person.ts'

test('a meter shows the loudest packet since the last reading, and falls smoothly to 0', () => {
  const meter = new LevelMeter()
  expect(meter.read()).toBe(0)
  meter.add(127)
  expect(meter.read()).toBe(0)
  meter.add(65)
  meter.add(20)
  meter.add(42)
  expect(meter.read()).toBe(1)
  expect(meter.read()).toBe(0.6)
  meter.add(38)
  expect(meter.read()).toBe(0.6)
  expect([...Array(9)].map(() => meter.read()).at(-1)).toBe(0)
})

test('packets from a microphone beyond the allowed rate are dropped', () => {
  const gate = new PacketGate(110)
  let passed = 0
  for (let index = 0; index < 10_000; index++) {
    // Ten seconds of a thousand packets a second.
    if (gate.lets({ ssrc: 1, sequenceNumber: index }, index)) passed += 1
  }
  expect(passed).toBeGreaterThan(1_190)
  expect(passed).toBeLessThan(1_220)
})

test('all packets of Opus at its usual rate pass', () => {
  const gate = new PacketGate(110)
  for (let index = 0; index < 5_000; index++) {
    expect(gate.lets({ ssrc: 1, sequenceNumber: index & 0xffff }, index * 10)).toBe(true)
  }
})

test('no packet passes twice, and reordered packets pass', () => {
  const gate = new PacketGate(1_000)
  const lets = (sequenceNumber: number, ssrc = 1): boolean => gate.lets({ ssrc, sequenceNumber }, 0)
  expect([65_534, 0, 65_535, 1].map((each) => lets(each))).toEqual([true, true, true, true])
  expect([65_534, 0, 65_535, 1].map((each) => lets(each))).toEqual([false, false, false, false])
  expect(lets(500)).toBe(true)
  expect(lets(500 - 64)).toBe(false)
  expect(lets(500 - 63)).toBe(true)
  expect(lets(500 - 63)).toBe(false)
  expect(lets(500, 2)).toBe(true)
})

test('a report counts the losses since the last one and in total', () => {
  const reception = new Reception({ ssrc: 7, sequenceNumber: 65_534 })
  for (const each of [65_534, 65_535, 1, 2]) reception.add(each)
  expect(reception.report()).toEqual({
    ssrc: 7,
    fractionLost: 51,
    packetsLost: 1,
    highestSequence: 65_536 + 2,
  })
  for (const each of [3, 4, 5, 6]) reception.add(each)
  expect(reception.report()).toMatchObject({ fractionLost: 0, packetsLost: 1 })
  expect(reception.report()).toMatchObject({ fractionLost: 0, packetsLost: 1 })
})
