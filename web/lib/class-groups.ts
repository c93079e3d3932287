import type { createTailwindMerge } from 'tailwind-merge'

type Config = ReturnType<Parameters<typeof createTailwindMerge>[0]>
type ClassGroups = Config['classGroups']

const any = (): boolean => true
/** `2`, `1.5`, `[3px]`: a width, not a color. */
const isWidth = (value: string): boolean => /^\[?\d/.test(value)
const isTextSize = (value: string): boolean =>
  /^(xs|sm|base|lg|xl|\dxl|\[[\d.]+(r?em|px)\])$/.test(value)

/** Groups whose classes consist of the group's name, a hyphen and any value. */
const PREFIXES = [
  ...['inset', 'inset-x', 'inset-y', 'top', 'right', 'bottom', 'left', 'z', 'order', 'basis'],
  ...['p', 'px', 'py', 'pt', 'pr', 'pb', 'pl', 'm', 'mx', 'my', 'mt', 'mr', 'mb', 'ml'],
  ...['size', 'w', 'h', 'min-w', 'min-h', 'max-w', 'max-h', 'gap', 'gap-x', 'gap-y', 'aspect'],
  ...['leading', 'tracking', 'opacity', 'cursor', 'rotate', 'scale', 'duration', 'ease', 'animate'],
  ...[
    'grid-cols',
    'grid-rows',
    'col-start',
    'row-start',
    'rounded-t',
    'rounded-b',
    'justify-items',
    'place-items',
    'underline-offset',
    'outline-offset',
    'line-clamp',
  ],
  ...['fill', 'stroke', 'accent', 'select', 'pointer-events', 'appearance', 'space-x', 'space-y'],
  ...[
    'overflow',
    'overflow-x',
    'overflow-y',
    'overscroll',
    'translate',
    'translate-x',
    'translate-y',
  ],
  ...[
    'scroll-mt',
    'scroll-mb',
    'touch',
    'origin',
    'field-sizing',
    'whitespace',
    'hyphens',
    'will-change',
  ],
] as const

const SIDES = ['x', 'y', 't', 'r', 'b', 'l'] as const
const PAIRS = { x: ['r', 'l'], y: ['t', 'b'] } as const

/**
 * The Tailwind classes that the pages use, for `cn`. The full table of tailwind-merge adds 5 KB to the
 * first page and is slow to parse on a phone. `scripts/class-groups.test.ts` compares both tables for
 * every class in the pages and fails when a class is missing here.
 */
export function classConfig(): Config {
  return {
    cacheSize: 500,
    theme: {},
    classGroups: { ...prefixed(), ...WORDS, ...borders() },
    conflictingClassGroups: CONFLICTS,
    conflictingClassGroupModifiers: { 'font-size': ['leading'] },
    postfixLookupClassGroups: [],
    orderSensitiveModifiers: ['before', 'after', 'placeholder', 'file', 'marker', 'selection'],
  }
}

function prefixed(): ClassGroups {
  return Object.fromEntries(PREFIXES.map((prefix) => [prefix, [{ [prefix]: [any] }]]))
}

const WORDS: ClassGroups = {
  display: [
    'block',
    'inline-block',
    'inline',
    'flex',
    'inline-flex',
    'grid',
    'contents',
    'hidden',
    'table',
    'table-row',
    'table-cell',
    'table-row-group',
    'table-header-group',
  ],
  'table-layout': [{ table: ['auto', 'fixed'] }],
  caption: [{ caption: ['top', 'bottom'] }],
  'vertical-align': [{ align: [any] }],
  'container-type': ['@container'],
  sr: ['sr-only', 'not-sr-only'],
  position: ['static', 'fixed', 'absolute', 'relative', 'sticky'],
  visibility: ['visible', 'invisible'],
  'flex-direction': [{ flex: ['row', 'row-reverse', 'col', 'col-reverse'] }],
  'flex-wrap': [{ flex: ['wrap', 'nowrap'] }],
  flex: [{ flex: [isWidth, 'auto', 'none'] }],
  grow: ['grow', { grow: [any] }],
  shrink: ['shrink', { shrink: [any] }],
  'align-items': [{ items: [any] }],
  'align-self': [{ self: [any] }],
  'justify-content': [{ justify: [any] }],
  'font-size': [{ text: [isTextSize] }],
  'text-alignment': [{ text: ['left', 'center', 'right', 'start', 'end'] }],
  'text-wrap': [{ text: ['wrap', 'nowrap', 'balance', 'pretty'] }],
  'text-overflow': ['truncate'],
  'text-color': [{ text: [any] }],
  'font-weight': [{ font: ['normal', 'medium', 'semibold', 'bold'] }],
  'font-family': [{ font: [any] }],
  'font-style': ['italic', 'not-italic'],
  'fvn-spacing': ['tabular-nums'],
  'text-decoration': ['underline', 'line-through', 'no-underline'],
  'text-decoration-style': [{ decoration: ['solid', 'double', 'dotted', 'dashed', 'wavy'] }],
  'text-decoration-thickness': [{ decoration: [isWidth, 'auto', 'from-font'] }],
  'text-decoration-color': [{ decoration: [any] }],
  'box-decoration': [{ 'box-decoration': ['slice', 'clone'] }],
  'text-transform': ['uppercase', 'lowercase', 'capitalize', 'normal-case'],
  break: [{ break: [any] }],
  wrap: [{ wrap: [any] }],
  'list-style-type': [{ list: [any] }],
  'bg-color': [{ bg: [any] }],
  'col-start-end': [{ 'col-span': [any] }],
  'row-start-end': [{ 'row-span': [any] }],
  'divide-y': ['divide-y', { 'divide-y': [any] }],
  'divide-color': [{ divide: [any] }],
  'mask-image-b-from-pos': [{ 'mask-b-from': [any] }],
  rounded: ['rounded', { rounded: [any] }],
  'outline-style': [{ outline: ['none', 'hidden'] }],
  'outline-w': ['outline', { outline: [isWidth] }],
  'outline-color': [{ outline: [any] }],
  'inset-ring-w': ['inset-ring', { 'inset-ring': [isWidth] }],
  'inset-ring-color': [{ 'inset-ring': [any] }],
  shadow: ['shadow', { shadow: ['none'] }],
  'shadow-color': [{ shadow: [any] }],
  transition: ['transition', { transition: [any] }],
  'object-fit': [{ object: ['contain', 'cover'] }],
}

function borders(): ClassGroups {
  const sides = SIDES.flatMap((side) => [
    [`border-w-${side}`, [{ [`border-${side}`]: ['', isWidth] }]],
    [`border-color-${side}`, [{ [`border-${side}`]: [any] }]],
  ])
  return {
    'border-w': ['border', { border: [isWidth] }],
    'border-collapse': [{ border: ['collapse', 'separate'] }],
    'border-spacing': [{ 'border-spacing': [any] }],
    'border-style': [{ border: ['solid', 'dashed', 'dotted', 'none'] }],
    'border-color': [{ border: [any] }],
    ...Object.fromEntries(sides),
  }
}

function sidesOf(group: string): [string, string[]][] {
  return [
    [group, SIDES.map((side) => `${group}${side}`)],
    [`${group}x`, PAIRS.x.map((side) => `${group}${side}`)],
    [`${group}y`, PAIRS.y.map((side) => `${group}${side}`)],
  ]
}

/** For each group, the other groups whose properties it also sets. */
const CONFLICTS: Record<string, string[]> = {
  inset: ['inset-x', 'inset-y', 'top', 'right', 'bottom', 'left'],
  'inset-x': ['right', 'left'],
  'inset-y': ['top', 'bottom'],
  ...Object.fromEntries([...sidesOf('p'), ...sidesOf('m')]),
  rounded: ['rounded-t', 'rounded-b'],
  gap: ['gap-x', 'gap-y'],
  size: ['w', 'h'],
  overflow: ['overflow-x', 'overflow-y'],
  flex: ['basis', 'grow', 'shrink'],
  'font-size': ['leading'],
  'line-clamp': ['display', 'overflow'],
  translate: ['translate-x', 'translate-y'],
  'border-w': SIDES.map((side) => `border-w-${side}`),
  'border-w-x': ['border-w-r', 'border-w-l'],
  'border-w-y': ['border-w-t', 'border-w-b'],
  'border-color': SIDES.map((side) => `border-color-${side}`),
  'border-color-x': ['border-color-r', 'border-color-l'],
  'border-color-y': ['border-color-t', 'border-color-b'],
}
