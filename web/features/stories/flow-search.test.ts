import { expect, test } from 'vitest'
import { hasFilters, listQueryOf, pageCountOf, withFilters } from './flow-search.ts'

test('an empty address asks for the first six stories', () => {
  expect(listQueryOf({})).toEqual({ page: 1, pageSize: 6 })
})

test('page, category, tag and search reach the query', () => {
  expect(listQueryOf({ page: 3, category: 'faith_qa', tag: 'hope', q: 'grace' })).toEqual({
    page: 3,
    pageSize: 6,
    category: 'faith_qa',
    tag: 'hope',
    q: 'grace',
  })
})

test('a category that does not exist filters nothing', () => {
  expect(listQueryOf({ category: 'cooking' })).toEqual({ page: 1, pageSize: 6 })
})

test('a new filter starts at the first page and keeps the other filters', () => {
  expect(withFilters({ page: 4, tag: 'hope' }, { category: 'business' })).toEqual({
    tag: 'hope',
    category: 'business',
    page: undefined,
  })
})

test('a filter is taken away with undefined', () => {
  const search = withFilters({ category: 'business', q: 'x' }, { category: undefined })
  expect(listQueryOf(search)).toEqual({ page: 1, pageSize: 6, q: 'x' })
})

test('tells whether anything is filtered', () => {
  expect(hasFilters({})).toBe(false)
  expect(hasFilters({ tag: 'hope' })).toBe(true)
})

test('counts the pages', () => {
  expect(pageCountOf(0)).toBe(1)
  expect(pageCountOf(6)).toBe(1)
  expect(pageCountOf(7)).toBe(2)
})
