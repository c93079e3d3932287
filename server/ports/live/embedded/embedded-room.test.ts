import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SlotTable } from './embedded-room.ts'

test('everyone gets the first free slot and keeps it', () => {
  const slots = new SlotTable(2)
  expect(slots.take('a')).toBe(0)
  expect(slots.take('b')).toBe(1)
  expect(slots.take('a')).toBe(0)
  expect(slots.take('c')).toBeUndefined()
  expect(slots.release('a')).toBe(0)
  expect(slots.release('a')).toBeUndefined()
  expect(slots.take('c')).toBe(0)
  expect(slots.holders()).toEqual([
    { participantId: 'c', slot: 0 },
    { participantId: 'b', slot: 1 },
  ])
})

test('nobody holds two slots, and no slot has two holders', () => {
  const action = fc.record({ isTake: fc.boolean(), who: fc.constantFrom(...'abcdefgh') })
  fc.assert(
    fc.property(fc.array(action), (actions) => {
      const slots = new SlotTable(6)
      for (const { isTake, who } of actions) {
        if (isTake) slots.take(who)
        else slots.release(who)
        const holders = slots.holders()
        expect(new Set(holders.map((each) => each.participantId)).size).toBe(holders.length)
        expect(new Set(holders.map((each) => each.slot)).size).toBe(holders.length)
        if (isTake && !holders.some((each) => each.participantId === who)) {
          expect(holders).toHaveLength(6)
        }
      }
    }),
  )
})
