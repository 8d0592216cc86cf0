import { placeholderFor } from './parameters.js'

/**
 * Converts a path of a description into an endpoint path: parameters become placeholders, and the query is kept.
 * The fragment, which only makes the path unique, is removed.
 */
export function templateOf(path: string, below: string): string {
  const plain = path.split('#', 1)[0] ?? ''
  const whole = `${below.replace(/\/+$/, '')}/${plain.replace(/^\/+/, '')}`
  return whole.replace(/\{([^{}]{1,200})\}/g, (_, name: string) => placeholderFor(name))
}
