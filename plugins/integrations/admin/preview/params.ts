import type { Draft } from './use_preview.js'

const placeholder = /(\{+)([A-Za-z_][\w-]*(?:\.[\w-]+)*)(\}+)/g
/** What a call has without a word: it can be read, not entered. */
const given = ['file', 'user', 'system', 'steps']

/** Names of the values a workflow's step gives to an endpoint: `{orderId}` and `{params.orderId}`. */
export function paramsOf({ path, requestSchema }: Pick<Draft, 'path' | 'requestSchema'>): string[] {
  const found = JSON.stringify([path, requestSchema]).matchAll(placeholder)
  // In double braces a name is text.
  const names = [...found].flatMap(([, open = '', name = '', close = '']) =>
    Math.min(open.length, close.length) % 2 === 1 ? [name.replace(/^params\./, '')] : []
  )
  return [...new Set(names)].filter((name) => !name.includes('.') && !given.includes(name))
}
