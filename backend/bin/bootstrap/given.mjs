import { existsSync, readFileSync } from 'node:fs'
import { at } from './paths.mjs'
import { Refusal } from './refusal.mjs'

/**
 * The value of a variable as the server reads it: from the environment, otherwise from .env. An empty value in
 * .env is undefined.
 */
export function given(name) {
  if (process.env[name] !== undefined) return process.env[name]
  return valueIn(envFile(), name)
}

function envFile() {
  if (!existsSync(at('.env'))) return ''
  try {
    return readFileSync(at('.env'), 'utf8')
  } catch (error) {
    throw new Refusal(
      `${at('.env')} cannot be read (${error.code}). Give this account read access.`
    )
  }
}

/** The value of one variable in the text of an .env file, parsed like in backend/start/env_file.ts. */
export function valueIn(text, name) {
  const line = new RegExp(
    `^\\uFEFF?[^\\S\\n]*(?:export\\s+)?${name}[^\\S\\n]*=[^\\S\\n]*(?:(["'\`])(.*?)\\1|([^\\n#]*))`,
    'm'
  ).exec(text)
  return (line?.[2] ?? line?.[3]?.trim()) || undefined
}
