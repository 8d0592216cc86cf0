import { existsSync, readFileSync } from 'node:fs'
import { at } from './paths.mjs'

/** A variable as the server will find it: in the environment, else in .env. */
export function given(name) {
  const file = existsSync(at('.env')) ? readFileSync(at('.env'), 'utf8') : ''
  const line = new RegExp(
    `^\\uFEFF?\\s*(?:export\\s+)?${name}\\s*=\\s*["'\`]?([^"'\`\\s]+)`,
    'm'
  ).exec(file)
  return process.env[name] ?? line?.[1]
}
