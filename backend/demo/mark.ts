import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What a data folder keeps of the demo that was made in it. */
export interface Mark {
  /** Furnished to its end; else a killed process left it half made. */
  isMade: boolean
  /** Where its partner listened as it was made, as its system calls it. */
  partnerPort: number | undefined
  /** The subdomain of its organization. */
  tenant: string | undefined
  /** Whether that organization was given the way to its partner. */
  isOpened: boolean
}

const made = (dataDir: string) => join(dataDir, 'demo.json')
const begun = (dataDir: string) => join(dataDir, 'demo.begun.json')

/** @returns null where no demo was ever begun, as in a new installation and in one that was restored */
export async function readMark(dataDir: string): Promise<Mark | null> {
  for (const [path, isMade] of [[made(dataDir), true] as const, [begun(dataDir), false] as const]) {
    const text = await readFile(path, 'utf8').catch(() => '')
    if (!text) continue
    const { partnerPort, tenant, isOpened = false } = JSON.parse(text) as Partial<Mark>
    return { isMade, partnerPort, tenant, isOpened }
  }
  return null
}

/** Written before the demo is made, so that the next start continues after a crash. */
export const markBegun = (dataDir: string, tenant: string, partnerPort: number): Promise<void> =>
  writeFile(begun(dataDir), JSON.stringify({ tenant, partnerPort }))

/** The organization has the way to its partner: who closes it closes it for good. */
export async function markOpened(dataDir: string, { isMade, tenant, partnerPort }: Mark) {
  const path = (isMade ? made : begun)(dataDir)
  await writeFile(`${path}.part`, JSON.stringify({ tenant, partnerPort, isOpened: true }))
  await rename(`${path}.part`, path)
}

export const markMade = (dataDir: string): Promise<void> => rename(begun(dataDir), made(dataDir))
