import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isReservedName, nameKey, nameSkeleton, RESERVED } from './name-key.ts'

test.each([
  ['Iris', 'lris'],
  ['QuietRiver', 'quietriver'],
  ['Ana', 'Аnа'],
  ['paul', 'pаul'],
  ['modern', 'rnodern'],
  ['Zoë', 'Zoë'],
  ['bread0', 'breadO'],
  ['ТЕАМ', 'team'],
  ['Нill', 'Hill'],
  ['ａｎａ', 'ana'],
])('%s and %s look alike', (one, other) => {
  expect(nameKey(one)).toBe(nameKey(other))
})

test.each([
  ['Ana', 'Anna'],
  ['Jose', 'José'],
  ['Quiet River', 'QuietRiver'],
])('%s and %s are different names', (one, other) => {
  expect(nameKey(one)).not.toBe(nameKey(other))
})

test.each([
  'admin',
  'Admin',
  'ADMlN',
  'adm1n',
  'аdmin',
  'ADМIN',
  'Moderator 1',
  'm0derator',
  '5upport',
  'Folx Team',
  'folx-support',
])('%s is reserved', (name) => {
  expect(isReservedName(name)).toBe(true)
})

test.each(['Ruth', 'administers hope', 'Mode', 'Still learning'])('%s is not reserved', (name) => {
  expect(isReservedName(name)).toBe(false)
})

const TRACELESS = (() => {
  const found: string[] = []
  for (let code = 0; code < 0xe1000; code += 1) {
    const character = String.fromCodePoint(code)
    if (/[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800\ufffc]/u.test(character)) {
      found.push(character)
    }
  }
  return found
})()

test.each([
  ['Admin\u3164', 'Admin'],
  ['Q\u034fuiet', 'Quiet'],
  ['Quiet\ufe0f', 'Quiet'],
  ['Quiet\u2800', 'Quiet'],
  ['ᴀna', 'Ana'],
  ['ʀᴜᴛʜ', 'Ruth'],
  ['ＲＵＴＨ', 'ruth'],
  ['𝐑𝓾𝔱𝙝', 'Ruth'],
  ['Ⓡuth', 'Ruth'],
  ['🅡🅤🅣🅗', 'Ruth'],
  ['🆁🆄🆃🅷', 'Ruth'],
  ['🇷🇺🇹🇭', 'Ruth'],
  ['ᴿᵘᵗʰ', 'Ruth'],
  ['Rụth', 'Ruth'],
  ['R\u0332u\u0332th', 'Ruth'],
  ['A\u20dd', 'A'],
  ['José', 'Jose'],
  ['Łukasz', 'Lukasz'],
  ['ɗaviɗ', 'david'],
  ['раураӏ', 'paypal'],
  ['Ꭺꮪ', 'as'],
  ['VVendy', 'Wendy'],
  ['דָּוִד', 'דוד'],
  ['مُحَمَّد', 'محمد'],
  ['محـــمد', 'محمد'],
  ['Ruth ❤️', 'Ruth ❤'],
])('%s looks like %s', (one, other) => {
  expect(nameSkeleton(one)).toBe(nameSkeleton(other))
})

test.each([
  ['Ana', 'Anna'],
  ['Quiet River', 'QuietRiver'],
  ['かき', 'かぎ'],
  ['กา', 'กี'],
  ['राम', 'रोम'],
  ['Иван', 'Ивон'],
  ['김철수', '김철주'],
  ['王', '玉'],
  ['Ruth 🙏', 'Ruth 🕊'],
])('%s does not look like %s', (one, other) => {
  expect(nameSkeleton(one)).not.toBe(nameSkeleton(other))
})

test('no invisible character, anywhere, makes another name or frees a reserved one', () => {
  const skeleton = nameSkeleton('Ana B')
  const missed = TRACELESS.filter((each) =>
    ['', 'A', 'Ana', 'Ana B'].some(
      (start) => nameSkeleton(`${start}${each}${'Ana B'.slice(start.length)}`) !== skeleton,
    ),
  )
  expect(missed).toEqual([])
  expect(TRACELESS.length).toBeGreaterThan(4_000)
  // Each reserved name with a sample at each place, because all together take minutes.
  const sample = ['\u00ad', '\u034f', '\u115f', '\u200b', '\u202e', '\u2800', '\u3164', '\ufe00']
  for (const name of RESERVED) {
    for (let place = 0; place <= name.length; place += 1) {
      for (const each of sample) {
        const disguised = `${name.slice(0, place)}${each}${name.slice(place)}`
        expect(isReservedName(disguised), JSON.stringify(disguised)).toBe(true)
      }
    }
  }
})

test('an invisible name has an empty skeleton', () => {
  expect(TRACELESS.filter((each) => nameSkeleton(`${each} ${each}`) !== '')).toEqual([])
})

test('reserved names in other letters are reserved', () => {
  const alphabets: [name: string, first: number][] = [
    ['fullwidth', 0xff41],
    ['mathematical bold', 0x1d41a],
    ['circled', 0x24d0],
    ['white on black circles', 0x1f150],
    ['white on black squares', 0x1f170],
  ]
  for (const name of RESERVED) {
    for (const [alphabet, first] of alphabets) {
      const disguised = [...name]
        .map((letter) => String.fromCodePoint(first + letter.charCodeAt(0) - 0x61))
        .join('')
      expect(isReservedName(disguised), `${name}, ${alphabet}`).toBe(true)
    }
  }
})

test('the skeleton of a skeleton is the same one, whatever characters it has', () => {
  const folded = (name: string): void => {
    const skeleton = nameSkeleton(name)
    expect(nameSkeleton(skeleton), JSON.stringify(name)).toBe(skeleton)
  }
  // The letters, marks and signs up to Han, and the symbols of the first supplementary plane.
  for (let code = 0; code < 0x20000; code += code >= 0x3400 && code < 0xf900 ? 61 : 1) {
    if (code < 0xd800 || code > 0xdfff) folded(`a${String.fromCodePoint(code)}`)
  }
  fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 12 }), folded))
})

test('names with the same key have the same skeleton', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Za-z0-9 _.é-]{1,30}$/), (name) => {
      expect(nameSkeleton(nameKey(name))).toBe(nameSkeleton(name))
    }),
  )
})

test('the key of a key is the same key', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 30 }), (name) => {
      expect(nameKey(nameKey(name))).toBe(nameKey(name))
    }),
  )
})

test('names that differ only in case have the same key', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Za-z0-9 _-]{1,30}$/), (name) => {
      expect(nameKey(name.toUpperCase())).toBe(nameKey(name.toLowerCase()))
    }),
  )
})
