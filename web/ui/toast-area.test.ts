import { expect, test } from 'vitest'
import { findPlace, isWithin } from '#web/ui/toast-area.tsx'

const SIZE = { width: 388, height: 68 }
const DESKTOP = { width: 1280, height: 800 }
const PHONE = { width: 375, height: 812 }

test('a toast is at the bottom right of a large screen and at the top of a small one', () => {
  expect(findPlace({ size: SIZE, view: DESKTOP, obstacles: [] })).toEqual({ left: 876, top: 716 })
  const size = { width: 343, height: 68 }
  expect(findPlace({ size, view: PHONE, obstacles: [] })).toEqual({ left: 16, top: 80 })
})

test('it moves up just as far as a button in its corner needs', () => {
  const approve = { left: 1100, top: 720, width: 120, height: 44 }
  expect(findPlace({ size: SIZE, view: DESKTOP, obstacles: [approve] })).toEqual({
    left: 876,
    top: 648,
  })
})

test('it leaves its column when that is full', () => {
  const list = { left: 900, top: 0, width: 300, height: 800 }
  expect(findPlace({ size: SIZE, view: DESKTOP, obstacles: [list] })).toEqual({
    left: 446,
    top: 716,
  })
})

test('on a small screen it is below the tabs', () => {
  const size = { width: 343, height: 68 }
  const tabs = { left: 16, top: 120, width: 343, height: 44 }
  expect(findPlace({ size, view: PHONE, obstacles: [tabs] })).toEqual({ left: 16, top: 48 })
  const header = { left: 0, top: 0, width: 375, height: 64 }
  expect(findPlace({ size, view: PHONE, obstacles: [header, tabs] })).toEqual({
    left: 16,
    top: 168,
  })
})

test('without a free place it covers the least', () => {
  const size = { width: 343, height: 68 }
  const above = { left: 0, top: 0, width: 375, height: 400 }
  const below = { left: 0, top: 424, width: 375, height: 388 }
  expect(findPlace({ size, view: PHONE, obstacles: [above, below] }).top).toBe(352)
})

test('a toast that has grown past the edge of the screen has to move', () => {
  const corner = { left: 876, top: 784, width: 388 }
  expect(isWithin({ ...corner, height: 0 }, DESKTOP)).toBe(true)
  expect(isWithin({ ...corner, height: 68 }, DESKTOP)).toBe(false)
  expect(isWithin({ left: 876, top: 716, width: 388, height: 68 }, DESKTOP)).toBe(true)
})
