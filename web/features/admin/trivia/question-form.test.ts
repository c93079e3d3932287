import { expect, test } from 'vitest'
import {
  draftOfQuestion,
  EMPTY_QUESTION,
  isEmptyQuestion,
  type QuestionDraft,
  QuestionValues,
  withoutOption,
} from '#web/features/admin/trivia/question-form.tsx'

const draft: QuestionDraft = {
  subject: 'bible',
  question: 'Who led Israel across the Jordan?',
  options: ['Moses', ' Joshua ', 'Caleb'],
  right: '1',
  explanation: 'Moses had died on Mount Nebo.',
  source: 'Joshua 3',
  isEnabled: true,
}

function errorsOf(input: QuestionDraft): Record<string, string> {
  const { error } = QuestionValues.safeParse(input)
  return Object.fromEntries(
    (error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]),
  )
}

test('the chosen option becomes the answer', () => {
  expect(QuestionValues.parse(draft)).toEqual({
    subject: 'bible',
    question: 'Who led Israel across the Jordan?',
    options: ['Moses', 'Joshua', 'Caleb'],
    answer: 'Joshua',
    explanation: 'Moses had died on Mount Nebo.',
    source: 'Joshua 3',
    isEnabled: true,
  })
})

test('an empty form has an error next to each required input', () => {
  expect(errorsOf(EMPTY_QUESTION)).toEqual({
    subject: 'Choose a subject.',
    question: 'Question is required',
    'options.0': 'Each option needs a text.',
    'options.1': 'Each option needs a text.',
    'options.2': 'Each option needs a text.',
    'options.3': 'Each option needs a text.',
    right: 'Choose the right answer.',
    explanation: 'Explanation is required',
    source: 'Source is required',
  })
})

test('an empty option that is marked correct has a single error', () => {
  expect(errorsOf({ ...draft, options: ['Moses', ' ', 'Caleb'] })).toEqual({
    'options.1': 'Each option needs a text.',
  })
})

test('identical options are refused', () => {
  expect(errorsOf({ ...draft, options: ['Joshua', 'Joshua'], right: '0' })).toEqual({
    options: 'Each option must differ.',
  })
})

test.each([
  [0, ['b', 'c'], '1'],
  [1, ['a', 'c'], '1'],
  [2, ['a', 'b'], ''],
])('removing option %i of three keeps the correct one, if it remains', (index, options, right) => {
  const before = { options: ['a', 'b', 'c'], right: '2' }
  expect(withoutOption(before, index)).toEqual({ options, right })
})

test('without a correct option, removing one selects none', () => {
  expect(withoutOption({ options: ['a', 'b', 'c'], right: '' }, 0).right).toBe('')
})

test('the form of a stored question starts with its correct option selected', () => {
  const stored = {
    ...QuestionValues.parse(draft),
    id: 4,
    isBuiltIn: false,
    version: '',
    lastShownOn: null,
  }
  expect(draftOfQuestion(stored)).toEqual({ ...draft, options: ['Moses', 'Joshua', 'Caleb'] })
})

test('a draft without text is empty', () => {
  expect(isEmptyQuestion({ ...EMPTY_QUESTION, subject: 'bible', right: '1' })).toBe(true)
  expect(isEmptyQuestion({ ...EMPTY_QUESTION, options: ['', 'x'] })).toBe(false)
})
