import { expect, test } from 'vitest'
import { crisisLanguage } from './crisis-words.ts'

test.each([
  'I want to die',
  'Some nights I just wanna die.',
  'I have been thinking about KILLING MYSELF',
  'I don’t want to live anymore',
  "I don't want to live.",
  'i dont want to be here anymore',
  'Lately I feel suicidal',
  'Everyone would be better off without me',
  'I wish I were dead',
  'I wish I’d never been born',
  'There is no reason to live',
  'I planned to end my life last winter',
  'I almost took my own life',
  'I keep cutting myself',
  'I want to hurt myself',
  'I struggle with self-harm',
  'I just want to end\n it all',
  'I am so tired of living',
  'I thought about taking my life',
  'Life is not worth living',
  'I hope I don’t wake up tomorrow',
])('recognizes “%s”', (text) => {
  expect(crisisLanguage(text)).toBe('en')
})

test.each([
  'Me quiero morir',
  'quiero morirme',
  'Ya no quiero vivir',
  'He pensado en suicidarme',
  'Pensé en quitarme la vida',
  'me quité la vida casi',
  'No quiero seguir viviendo así',
  'Quiero hacerme daño',
  'No tengo ganas de vivir',
  'Quiero acabar con mi vida',
  'Todos estarían mejor sin mí',
  'No encuentro razón para vivir',
  'Ojalá estuviera muerta',
  'A veces me autolesiono',
])('recognizes “%s” in Spanish', (text) => {
  expect(crisisLanguage(text)).toBe('es')
})

test.each([
  'You are killing it!',
  'I am dead tired after the night shift',
  'I was dying to tell you',
  'I nearly died laughing',
  'My grandmother died last spring',
  'I want to die to self every day',
  'I want to die to my pride',
  'Take my life and let it be consecrated, Lord, to Thee',
  'He took my life and turned it around',
  'I was killing time in the parking lot',
  'Quitting without a plan is career suicide',
  'I hurt myself playing soccer',
  'I had to cut myself some slack',
  'I do not want to live in fear',
  'I don’t want to live without God',
  'I am tired of living paycheck to paycheck',
  'Jesus laid down his life for his friends',
  'For to me to live is Christ, and to die is gain',
  'I don’t want to die, I want to see my grandchildren',
  'My skills and themselves',
  'Me muero de risa',
  'Quiero morirme de risa con mis amigos',
  'Quiero morir a mi carne',
  'No quiero vivir en pecado',
  'Me mata el calor',
  'Quiero cortarme el pelo',
  'Cristo dio su vida por mí',
  '',
])('does not recognize “%s”', (text) => {
  expect(crisisLanguage(text)).toBeUndefined()
})

test('finds a phrase at the end of a long text quickly', () => {
  const text = `${'I want to tell you how I live and what my life is like. '.repeat(400)}I want to die`
  const start = performance.now()
  expect(crisisLanguage(text)).toBe('en')
  expect(performance.now() - start).toBeLessThan(5_000)
})
