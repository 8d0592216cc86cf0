import { assetLibrary, assetsRead, type AssetInfo } from '@crossdock/backend/assets'
import { english, text } from '@crossdock/kernel/http'
import { currentContext } from '@crossdock/kernel/tenancy'
import type { FieldMapping, MappingWarning } from '../contracts/index.js'
import { fileSources } from './sources.js'
import { valueAt } from './values.js'

/** How many files are looked at for a path that the present one does not have. */
const looked = 20

/** Whether who asks may read files. */
export function readsAssets(): boolean {
  const { caller, permissions } = currentContext()
  return caller.isSuperAdmin || permissions.has(assetsRead.name)
}

/** The newest files of the tenant; none for who may not read them. */
export async function newestFiles(): Promise<AssetInfo[]> {
  return readsAssets() ? assetLibrary.use().newest(looked) : []
}

/**
 * Own metadata a mapping reads that neither the file of the call nor any of the newest has: most
 * likely a slip of the pen. Nothing is said where there is no file to compare with.
 */
export async function mappingWarnings(
  { fileMetadata = {} }: FieldMapping,
  file: Record<string, unknown> | null
): Promise<MappingWarning[]> {
  const missing = Object.entries(fileMetadata).filter(
    ([, source]) => !isKnown(source) && !has(file, source)
  )
  if (missing.length === 0) return []
  const newest = await newestFiles()
  if (newest.length === 0) return []
  return missing
    .filter(([, source]) => !newest.some((one) => has({ ...one }, source)))
    .map(([target, source]) => {
      const sentence = text(
        'None of the last {count} files has "{source}": "{target}" is left out.',
        { count: newest.length, source, target }
      )
      return { field: `fieldMapping.fileMetadata.${target}`, message: english(sentence) }
    })
}

const isKnown = (source: string) => fileSources.some((name) => name === source)

const has = (file: Record<string, unknown> | null, source: string): boolean =>
  (valueAt(file, source) ?? valueAt(file?.metadata, source)) !== undefined
