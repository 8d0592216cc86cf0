import { accounts } from '@crossdock/backend/users'
import { assetLibrary } from '@crossdock/backend/assets'
import { Problem } from '@crossdock/kernel/ground'
import type { StepInput } from '../contracts/step_type.js'

/** The names with which the paths of values start. */
export const sources = [
  'file',
  'user',
  'event',
  'data',
  'trigger',
  'steps',
  'item',
  'index',
] as const
export type Source = (typeof sources)[number]

/** Returns the data of a source; no value if there is none. */
export async function sourceOf(source: Source, input: StepInput): Promise<unknown> {
  if (source === 'file') return input.assetId && fileOf(input.assetId)
  if (source === 'user') return input.userId && personOf(input.userId)
  return input[source === 'trigger' ? 'data' : source]
}

/** Returns all sources that have data, by name. */
export async function allSources(input: StepInput): Promise<Partial<Record<Source, unknown>>> {
  const values: Partial<Record<Source, unknown>> = {}
  for (const source of sources) {
    const value = await sourceOf(source, input)
    if (value !== undefined && value !== null) values[source] = value
  }
  return values
}

/** Returns the values of a file; undefined if the file was deleted. */
async function fileOf(id: string): Promise<unknown> {
  try {
    return await assetLibrary.use().find(id)
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return undefined
    throw error
  }
}

async function personOf(id: string): Promise<unknown> {
  const account = await accounts.use().known(id)
  return account && { id, email: account.email, role: account.role, name: account.label }
}
