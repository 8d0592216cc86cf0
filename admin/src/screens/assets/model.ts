import type { Asset, AssetWithFolders } from '@crossdock/client'
import type { LucideIcon } from '@crossdock/admin/kit'
import {
  File,
  FileArchive,
  FileAudio,
  FileCode,
  FileImage,
  FileSpreadsheet,
  FileText,
  FileVideo,
  Folder,
} from 'lucide-react'

import { inTenant } from '../../data/tenant_url.js'

/** A folder on the way to an asset. */
export type AssetPathPart = AssetWithFolders['folders'][number]

export type { AssetPlace as Place } from '@crossdock/admin/kit'

/** The time when a file was last changed. Folders and older files have none: there the time of the row counts. */
export const modifiedOf = ({
  fileModifiedAt,
  updatedAt,
}: Pick<Asset, 'fileModifiedAt' | 'updatedAt'>): string => fileModifiedAt ?? updatedAt

/** Address of a file's bytes; the browser downloads it with the session cookie. */
export const contentUrl = (id: string, version?: number): string =>
  inTenant(`/api/assets/${encodeURIComponent(id)}/content${version ? `?version=${version}` : ''}`)

/** Address of several files and folders as one zip. */
export const zipUrl = (ids: readonly string[]): string =>
  inTenant(`/api/assets/zip?ids=${ids.map(encodeURIComponent).join()}`)

/** Address of a small picture of a file; only of those that have one. */
export const thumbnailUrl = ({ id, version }: Pick<Asset, 'id' | 'version'>): string =>
  inTenant(`/api/assets/${encodeURIComponent(id)}/thumbnail?version=${version}`)

/** Address of a picture of a file that browsers can show, whatever it is itself. */
export const previewUrl = ({ id, version }: Pick<Asset, 'id' | 'version'>): string =>
  inTenant(`/api/assets/${encodeURIComponent(id)}/preview?version=${version}`)

/** Screen of a folder; the top level without an id. */
export const folderUrl = (id: string | null): string =>
  id ? `/assets/${encodeURIComponent(id)}` : '/assets'

/** The folders of a path as people read them: `Invoices / 2026`; empty at the top level. */
export const placeOf = (path: string): string => path.split('/').slice(1, -1).join(' / ')

const kinds: [RegExp, LucideIcon][] = [
  [/^image\//, FileImage],
  [/^video\//, FileVideo],
  [/^audio\//, FileAudio],
  [/spreadsheet|excel|csv/, FileSpreadsheet],
  [/zip|tar|gzip|compressed|x-7z|x-rar/, FileArchive],
  [/json|xml|html|css|javascript|typescript|yaml|x-sh/, FileCode],
  [/^text\/|pdf|word|document|rtf/, FileText],
]

/** The icon that tells what kind of asset this is. */
export function assetIcon({ type, mimeType }: Pick<Asset, 'type' | 'mimeType'>): LucideIcon {
  if (type === 'folder') return Folder
  return kinds.find(([pattern]) => pattern.test(mimeType ?? ''))?.[1] ?? File
}
