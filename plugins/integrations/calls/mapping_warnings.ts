import { clock } from '@crossdock/kernel/database'
import { assetLibrary, assetsRead, type AssetInfo } from '@crossdock/backend/assets'
import { Cache } from '@crossdock/kernel/cache'
import { text, type Text } from '@crossdock/kernel/http'
import { currentTenantId, holds } from '@crossdock/kernel/tenancy'
import type { FieldMapping } from '../contracts/index.js'
import { sampleFile } from './sample_file.js'
import { fileSources } from './sources.js'
import { valueAt } from './values.js'

/** How many files are looked at for a path that the present one does not have. */
const looked = 20
/** To find them 200 rows are read: the calls of runs do so once in a while, not each of them. */
const rememberedMs = 60_000

const remembered = new Cache<AssetInfo[]>({
  size: 1_000,
  until: () => clock.now() + rememberedMs,
  load: () => newestFiles(),
  drop: () => undefined,
})

/** The newest files of the tenant; none for who may not read them. */
export async function newestFiles(): Promise<AssetInfo[]> {
  return holds(assetsRead) ? assetLibrary.use().newest(looked) : []
}

/** The same as of the last minute. */
const newestLately = async () => (holds(assetsRead) ? remembered.get(currentTenantId()) : [])

/**
 * Own metadata a mapping reads that neither the file of the call nor any of the newest has: most
 * likely a slip of the pen. Nothing is said where there is no file to compare with.
 * @param newest the files to compare with: calls of runs take those of the last minute
 */
export async function mappingWarnings(
  { fileMetadata = {} }: FieldMapping,
  file: Record<string, unknown> | null,
  newest: () => Promise<AssetInfo[]> = newestLately
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
