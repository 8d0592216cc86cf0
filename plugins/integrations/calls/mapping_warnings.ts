import { clock } from '@crossdock/kernel/database'
import { assetLibrary, assetsRead, type AssetInfo } from '@crossdock/backend/assets'
import { Cache } from '@crossdock/kernel/cache'
import { text, type Text } from '@crossdock/kernel/ground'
import { currentTenantId, holds } from '@crossdock/kernel/tenancy'
import type { FieldMapping } from '../contracts/index.js'
import { sampleFile } from './sample_file.js'
import { fileSources } from '../placeholders/sources.js'
import { valueAt } from '../placeholders/values.js'

/** How many of the newest files to search for a path that the call's file lacks. */
const filesSearched = 20
/** The search reads 200 rows, so calls of runs share the result for this time. */
const rememberedMs = 60_000

const remembered = new Cache<AssetInfo[]>({
  size: 1_000,
  until: () => clock.now() + rememberedMs,
  load: () => newestFiles(),
  drop: () => undefined,
})

/** Returns the newest files of the tenant; empty for callers who may not read them. */
export async function newestFiles(): Promise<AssetInfo[]> {
  return holds(assetsRead) ? assetLibrary.use().newest(filesSearched) : []
}

/** Returns the newest files, cached for a minute. */
const cachedNewestFiles = async () => (holds(assetsRead) ? remembered.get(currentTenantId()) : [])

/**
 * Warns about custom metadata that neither the call's file nor any of the newest files has, because it is
 * probably a typing error. Without files to compare, there are no warnings.
 * @param newest the files to compare with; calls of runs use the cached files
 */
export async function mappingWarnings(
  { fileMetadata = {} }: FieldMapping,
  file: Record<string, unknown> | null,
  newest: () => Promise<AssetInfo[]> = cachedNewestFiles
): Promise<{ field: string; text: Text }[]> {
  const missing = Object.entries(fileMetadata).filter(
    ([, source]) => !isKnown(source) && !has(file, source)
  )
  if (missing.length === 0) return []
  const files = await newest()
  if (files.length === 0) return []
  const isChosen = file !== null && file.id !== sampleFile.id
  return missing
    .filter(([, source]) => !files.some((one) => has({ ...one }, source)))
    .map(([target, source]) => {
      const values = { count: files.length, source, target }
      const sentence = isChosen
        ? text(
            'Neither this file nor any of the last {count} has "{source}": "{target}" is left out.',
            values
          )
        : text('None of the last {count} files has "{source}": "{target}" is left out.', values)
      return { field: `fieldMapping.fileMetadata.${target}`, text: sentence }
    })
}

const isKnown = (source: string) => fileSources.some((name) => name === source)

const has = (file: Record<string, unknown> | null, source: string): boolean =>
  (valueAt(file, source) ?? valueAt(file?.metadata, source)) !== undefined
