import { expect, test } from 'vitest'
import { Reception } from './reception.ts'

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
