import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The state of the demo, stored in the data folder. */
export interface Mark {
  /** False if a killed process left the demo incomplete. */
  isComplete: boolean
  /** The port of its partner, which is part of its system's base URL. */
  partnerPort: number | undefined
  /** The subdomain of its organization. */
  tenant: string | undefined
  /** Whether the organization was allowed to call its partner. */
  isOpened: boolean
}

const complete = (dataDir: string) => join(dataDir, 'demo.json')
const begun = (dataDir: string) => join(dataDir, 'demo.begun.json')

/** @returns null if no demo was begun here, as in a new and in a restored installation */
export async function readMark(dataDir: string): Promise<Mark | null> {
  for (const [path, isComplete] of [
    [complete(dataDir), true] as const,
    [begun(dataDir), false] as const,
  ]) {
    const text = await readFile(path, 'utf8').catch(() => '')
    if (!text) continue
    const { partnerPort, tenant, isOpened = false } = JSON.parse(text) as Partial<Mark>
    return { isComplete, partnerPort, tenant, isOpened }
  }
  return null
}

/** Stored before the demo is created, so that the next start continues after a crash. */
export const markBegun = (dataDir: string, tenant: string, partnerPort: number): Promise<void> =>
  writeFile(begun(dataDir), JSON.stringify({ tenant, partnerPort }))

/** Records that the organization may call its partner, so that no later start opens the address again. */
export async function markOpened(dataDir: string, { isComplete, tenant, partnerPort }: Mark) {
  const path = (isComplete ? complete : begun)(dataDir)
  await writeFile(`${path}.part`, JSON.stringify({ tenant, partnerPort, isOpened: true }))
  await rename(`${path}.part`, path)
}

export const markComplete = (dataDir: string): Promise<void> =>
  rename(begun(dataDir), complete(dataDir))
