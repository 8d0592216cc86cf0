import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { SettingsError } from './settings.js'

/** Fewer characters are no key. */
export const leastKeyLength = 16

/** Where the key is kept that nobody gave. */
export const keyFile = (dataDir: string): string => join(dataDir, 'app.key')

/** @returns the key that a start has made; undefined where none was @throws SettingsError for what is none */
export function keptKey(dataDir: string): string | undefined {
  const fault = keyFault(dataDir)
  if (fault) throw new SettingsError([`${fault.says} ${fault.todo}`])
  const file = keyFile(dataDir)
  return isThere(file) ? readFileSync(file, 'utf8').trim() : undefined
}

/** What is wrong with the file of the key, and the way out; undefined where it holds one, and where there is none. */
export function keyFault(dataDir: string): { says: string; todo: string } | undefined {
  const file = keyFile(dataDir)
  if (!isThere(file)) return undefined
  if (statSync(file).isDirectory()) {
    return {
      says: `The key of this installation cannot be read: ${file} is a folder.`,
      todo: putBack,
    }
  }
  const read = readable(file)
  if (read.length >= leastKeyLength) return undefined
  return {
    says: `${file} holds no key but ${read.length} characters, and at least ${leastKeyLength} are needed: it was emptied or cut off.`,
    todo: putBack,
  }
}

/** @throws SettingsError */
function readable(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new SettingsError([
      `The key of this installation cannot be read: ${(error as Error).message}. Let this account read it.`,
    ])
  }
}

const isThere = (file: string) => statSync(file, { throwIfNoEntry: false }) !== undefined

const putBack =
  'Put the former key there, or give it as APP_KEY. Where nothing was stored yet, delete it: the next start makes one.'
