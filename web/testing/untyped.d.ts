/** Its types can't be found by Node's rules. */
declare module 'dom-accessibility-api' {
  interface Options {
    computedStyleSupportsPseudoElements?: boolean
    getComputedStyle?: (element: Element) => CSSStyleDeclaration
  }
  export function computeAccessibleName(element: Element, options?: Options): string
  export function computeAccessibleDescription(element: Element, options?: Options): string
  export function getRole(element: Element): string | null
}

/** With `@types/jsdom`, Vitest's types would bring the DOM's to the server. */
declare module 'jsdom' {
  export class JSDOM {
    constructor(html: string, options: { url: string; pretendToBeVisual: boolean })
    readonly window: Window & typeof globalThis
  }
}
