import type { Draft } from './draft.js'

const placeholder = /(\{+)([A-Za-z_][\w-]*(?:\.[\w-]+)*)(\}+)/g
/** Roots of values that every call has. People cannot enter them. */
const given = ['file', 'user', 'system', 'steps']

/** Names of the values that a workflow step gives to an endpoint: `{orderId}` and `{params.orderId}`. */
export function paramsOf({ path, requestSchema }: Pick<Draft, 'path' | 'requestSchema'>): string[] {
  const found = JSON.stringify([path, requestSchema]).matchAll(placeholder)
  // Skip names in double braces: they are text.
  const names = [...found].flatMap(([, open = '', name = '', close = '']) =>
    Math.min(open.length, close.length) % 2 === 1 ? [name.replace(/^params\./, '')] : []
  )
  return [...new Set(names)].filter((name) => !name.includes('.') && !given.includes(name))
}
