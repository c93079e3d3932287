import { expect, test } from 'vitest'
import { hasFilters, listQueryOf, pageCountOf, withFilters } from './flow-search.ts'

test('without search parameters, the first six stories are requested', () => {
  expect(listQueryOf({})).toEqual({ page: 1, pageSize: 6 })
})

test('page, category, tag and search text become part of the query', () => {
  expect(listQueryOf({ page: 3, category: 'faith_qa', tag: 'hope', q: 'grace' })).toEqual({
    page: 3,
    pageSize: 6,
    category: 'faith_qa',
    tag: 'hope',
    q: 'grace',
  })
})

test('an unknown category is ignored', () => {
  expect(listQueryOf({ category: 'cooking' })).toEqual({ page: 1, pageSize: 6 })
})

test('a new filter starts at the first page and keeps the other filters', () => {
  expect(withFilters({ page: 4, tag: 'hope' }, { category: 'business' })).toEqual({
    tag: 'hope',
    category: 'business',
    page: undefined,
  })
})

test('setting a filter to undefined removes it', () => {
  const search = withFilters({ category: 'business', q: 'x' }, { category: undefined })
  expect(listQueryOf(search)).toEqual({ page: 1, pageSize: 6, q: 'x' })
})

test('hasFilters says whether any filter is set', () => {
  expect(hasFilters({})).toBe(false)
  expect(hasFilters({ tag: 'hope' })).toBe(true)
})

test('the number of pages is at least one and rounded up', () => {
  expect(pageCountOf(0)).toBe(1)
  expect(pageCountOf(6)).toBe(1)
  expect(pageCountOf(7)).toBe(2)
})
