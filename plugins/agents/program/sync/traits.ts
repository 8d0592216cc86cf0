import { randomBytes } from 'node:crypto'
import type { Traits } from '@crossdock/sync-engine/protocol'
import { AgentError } from '../errors.js'
import type { Folder } from '../files/folder.js'
import type { AgentPlatform } from '../platform.js'
import { temporaryName } from './marks.js'

/** What a folder can hold, by its platform alone. */
export function usualTraits(platform: AgentPlatform): Traits {
  return {
    hasIds: true,
    isCaseSensitive: platform === 'linux',
    isFormSensitive: platform !== 'macos',
    names: platform === 'windows' ? 'windows' : 'posix',
    maxNameBytes: 255,
    // Of macOS; Linux takes 4,096 bytes, and the agent leaves room for the folders above.
    maxPathBytes: platform === 'linux' ? 3_800 : 1_000,
  }
}

/** What a folder can hold, found out by a file that is there for a moment. */
export async function probeTraits(folder: Folder, platform: AgentPlatform): Promise<Traits> {
  const traits = usualTraits(platform)
  const name = temporaryName(`probe-é-${randomBytes(6).toString('hex')}`)
  try {
    const file = await folder.create(name)
    await file.close()
    try {
      const isThere = async (other: string) => (await folder.look(other)) !== undefined
      return {
        ...traits,
        isCaseSensitive: !(await isThere(name.toUpperCase())),
        isFormSensitive: !(await isThere(name.normalize('NFD'))),
      }
    } finally {
      await folder.remove(name)
    }
  } catch (error) {
    // Nothing can be written there.
    if (error instanceof AgentError) return traits
    throw error
  }
}
