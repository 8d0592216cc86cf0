import { randomBytes } from 'node:crypto'
import type { Traits } from '@crossdock/sync-engine/protocol'
import { AgentError } from '../errors.js'
import type { Folder } from '../files/folder.js'
import type { AgentPlatform } from '../platform.js'
import { temporaryName } from './marks.js'

/** Returns the usual capabilities of a folder on a platform. */
export function usualTraits(platform: AgentPlatform): Traits {
  return {
    hasIds: true,
    isCaseSensitive: platform === 'linux',
    isFormSensitive: platform !== 'macos',
    names: platform === 'windows' ? 'windows' : 'posix',
    maxNameBytes: 255,
    // The limit of macOS. Linux allows 4,096 bytes, and the agent leaves room for the folders above.
    maxPathBytes: platform === 'linux' ? 3_800 : 1_000,
  }
}

/** Detects the capabilities of a folder with a temporary file. */
export async function probeTraits(folder: Folder, platform: AgentPlatform): Promise<Traits> {
  const traits = usualTraits(platform)
  const name = temporaryName(`probe-é-${randomBytes(6).toString('hex')}`)
  try {
    const file = await folder.create(name)
    await file.close()
    try {
      const isThere = async (other: string) => (await folder.statOf(other)) !== undefined
      return {
        ...traits,
        isCaseSensitive: !(await isThere(name.toUpperCase())),
        isFormSensitive: !(await isThere(name.normalize('NFD'))),
      }
    } finally {
      await folder.remove(name)
    }
  } catch (error) {
    // The folder is not writable, so the usual capabilities are assumed.
    if (error instanceof AgentError) return traits
    throw error
  }
}
