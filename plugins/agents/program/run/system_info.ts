import { statfs } from 'node:fs/promises'
import { arch, cpus, freemem, loadavg, totalmem, uptime } from 'node:os'
import { agentPlatform, machineName, osVersion } from '../platform.js'
import type { AllowedFolder } from '../state/state.js'
import { agentVersion } from '../version.js'

export interface DiskRoom {
  path: string
  totalBytes: number
  freeBytes: number
}

/** The room on the disks of folders; a folder that cannot be reached is left out. */
export async function diskRoom(folders: readonly string[]): Promise<DiskRoom[]> {
  const found = await Promise.all(
    folders.map(async (path) => {
      try {
        const { blocks, bavail, bsize } = await statfs(path)
        return [{ path, totalBytes: blocks * bsize, freeBytes: bavail * bsize }]
      } catch {
        return []
      }
    })
  )
  return found.flat()
}

/** The result of the command `system_info`. */
export async function systemInfo(
  folders: readonly AllowedFolder[]
): Promise<Record<string, unknown>> {
  const processors = cpus()
  return {
    machineName: machineName(),
    platform: agentPlatform(),
    os: osVersion(),
    arch: arch(),
    cpu: { model: processors[0]?.model ?? 'unknown', count: processors.length, load: loadavg() },
    memory: { totalBytes: totalmem(), freeBytes: freemem(), agentBytes: rssBytes() },
    uptimeSeconds: Math.round(uptime()),
    disks: await diskRoom(folders.map(({ path }) => path)),
    versions: { agent: agentVersion, node: process.versions.node },
  }
}

/** Without /proc Node cannot say. */
export function rssBytes(): number {
  try {
    return process.memoryUsage.rss()
  } catch {
    return 0
  }
}
