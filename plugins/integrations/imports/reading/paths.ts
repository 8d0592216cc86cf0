import { placeholderFor } from './parameters.js'

/**
 * The path of an endpoint for a path of a description: without the fragment that only makes it unique, its parameters as
 * placeholders. Its query stays.
 */
export function templateOf(path: string, below: string): string {
  const plain = path.split('#', 1)[0] ?? ''
  const whole = `${below.replace(/\/+$/, '')}/${plain.replace(/^\/+/, '')}`
  return whole.replace(/\{([^{}]{1,200})\}/g, (_, name: string) => placeholderFor(name))
}
