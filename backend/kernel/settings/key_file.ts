import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { SettingsError } from './settings.js'

/** Shorter texts are not accepted as a key. */
export const minKeyLength = 16

/** The file of the generated key, used when APP_KEY is not set. */
export const keyFile = (dataDir: string): string => join(dataDir, 'app.key')

/** @returns the generated key; undefined if there is none @throws SettingsError for an invalid file */
export function storedKey(dataDir: string): string | undefined {
  const fault = keyFault(dataDir)
  if (fault) throw new SettingsError([`${fault.says} ${fault.todo}`])
  const file = keyFile(dataDir)
  return exists(file) ? readFileSync(file, 'utf8').trim() : undefined
}

/** What is wrong with the key file, and what to do; undefined for a valid file and for a missing one. */
export function keyFault(dataDir: string): { says: string; todo: string } | undefined {
  const file = keyFile(dataDir)
  if (!exists(file)) return undefined
  if (statSync(file).isDirectory()) {
    return {
      says: `The key of this installation cannot be read: ${file} is a folder.`,
      todo: restoreKey,
    }
  }
  const read = readable(file)
  if (read.length >= minKeyLength) return undefined
  return {
    says: `${file} has ${read.length} characters, but a key needs at least ${minKeyLength}: it was emptied or cut off.`,
    todo: restoreKey,
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

const exists = (file: string) => statSync(file, { throwIfNoEntry: false }) !== undefined

const restoreKey =
  'Put the former key there, or set APP_KEY to it. If nothing was stored yet, delete the file: the next start creates a key.'
