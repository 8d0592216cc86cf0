import { newId, now } from '@crossdock/kernel/database'
import { contentStore } from '@crossdock/kernel/storage'
import { currentContext, tenantRows } from '@crossdock/kernel/tenancy'
import { assetEvents } from '../event_types.js'
import { copiedValues, type CopiedValues } from '../queries/copied_values.js'
import type { Entry } from '../queries/entries_below.js'
import { copyDescriptions } from './copy_descriptions.js'
import { copyPermissions } from './copy_permissions.js'
import { recordAssetEvents } from './record_asset_event.js'

/** Copies per batch. The metadata of a batch is in memory, up to 64 KiB each. */
const sliceLength = 500

/** Target and name of the first copied entry. */
export interface Target {
  parentId: string | null
  name: string
  /** Names of the folders from the top level down to the target. */
  path: readonly string[]
}

interface Copy extends Target {
  id: string
  of: Entry
}

/**
 * Copies entries in the caller's transaction, folders before their contents. A file's copy has one version,
 * which shares the content of the original's current version.
 * @returns the id of the first copy
 */
export async function writeCopies(entries: readonly Entry[], target: Target): Promise<string> {
  const copies = new Map<string, Copy>()
  for (const entry of entries) {
    const folder = copies.get(entry.parentId ?? '')
    const place = folder
      ? { parentId: folder.id, name: entry.name, path: [...folder.path, folder.name] }
      : target
    copies.set(entry.id, { ...place, id: newId(), of: entry })
  }
  const all = [...copies.values()]
  for (let at = 0; at < all.length; at += sliceLength) {
    await writeSlice(all.slice(at, at + sliceLength))
  }
  return all[0]!.id
}

async function writeSlice(copies: readonly Copy[]): Promise<void> {
  const values = await copiedValues(copies.map(({ of }) => of.id))
  const valuesOf = ({ of }: Copy) => values.get(of.id)!
  await tenantRows('assets').insertAll(copies.map((copy) => assetRow(copy, valuesOf(copy))))
  await copyDescriptions(copies.map((copy) => ({ ...copy, metadata: valuesOf(copy).metadata })))
  const files = copies.filter(({ of }) => of.type === 'file')
  await contentStore.use().hold(...files.map((file) => valuesOf(file).contentId!))
  await tenantRows('asset_versions').insertAll(
    files.map((copy) => versionRow(copy, valuesOf(copy)))
  )
  const permissions = await copyPermissions(copies.filter(({ of }) => of.type === 'folder'))
  const { fileUpload, folderCreate, folderPermissions } = assetEvents
  const described = (copy: Copy) => ({
    asset: {
      ...copy,
      ...valuesOf(copy),
      id: copy.id,
      type: copy.of.type,
      version: firstOf(copy),
    },
    path: [...copy.path],
  })
  await recordAssetEvents(
    copies.flatMap((copy) => {
      const type = copy.of.type === 'file' ? fileUpload : folderCreate
      const made = { type, ...described(copy), extra: { copiedFrom: copy.of.id } }
      const rule = permissions.get(copy.id)
      if (!rule) return [made]
      return [made, { type: folderPermissions, ...described(copy), extra: { permissions: rule } }]
    })
  )
}

/** Version number of a new copy; 0 for folders. */
const firstOf = ({ of }: Copy) => (of.type === 'file' ? 1 : 0)

function assetRow(copy: Copy, values: CopiedValues) {
  const { metadata, words, mimeType, size, fileModifiedAt } = values
  const { id, name, parentId, of } = copy
  return {
    id,
    name,
    parent_id: parentId,
    type: of.type,
    mime_type: mimeType,
    size,
    metadata,
    words,
    version: firstOf(copy),
    uploaded_by: currentContext().actor.userId,
    updated_at: now(),
    file_modified_at: fileModifiedAt,
  }
}

function versionRow(copy: Copy, { contentId, mimeType, size, saidModifiedAt }: CopiedValues) {
  return {
    asset_id: copy.id,
    version: firstOf(copy),
    content_id: contentId,
    size,
    mime_type: mimeType,
    uploaded_by: currentContext().actor.userId,
    file_modified_at: saidModifiedAt,
  }
}
