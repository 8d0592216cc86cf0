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

import { addTenant } from '../../data/tenant_url.js'

/** A parent folder of an asset. */
export type AssetPathPart = AssetWithFolders['folders'][number]

export type { AssetPlace as Place } from '@crossdock/admin/kit'

/**
 * Returns the time of the last content change. Folders and older files do not store one, so the row's last change
 * counts.
 */
export const modifiedOf = ({
  fileModifiedAt,
  updatedAt,
}: Pick<Asset, 'fileModifiedAt' | 'updatedAt'>): string => fileModifiedAt ?? updatedAt

/** URL of a file's content; the browser downloads it with the session cookie. */
export const contentUrl = (id: string, version?: number): string =>
  addTenant(`/api/assets/${encodeURIComponent(id)}/content${version ? `?version=${version}` : ''}`)

/** URL of several files and folders as one ZIP file. */
export const zipUrl = (ids: readonly string[]): string =>
  addTenant(`/api/assets/zip?ids=${ids.map(encodeURIComponent).join()}`)

/** URL of a file's thumbnail, if it has one. */
export const thumbnailUrl = ({ id, version }: Pick<Asset, 'id' | 'version'>): string =>
  addTenant(`/api/assets/${encodeURIComponent(id)}/thumbnail?version=${version}`)

/** URL of a picture of a file in a format that browsers can show. */
export const previewUrl = ({ id, version }: Pick<Asset, 'id' | 'version'>): string =>
  addTenant(`/api/assets/${encodeURIComponent(id)}/preview?version=${version}`)

/** Address of a folder's screen; the top level without an id. */
export const folderUrl = (id: string | null): string =>
  id ? `/assets/${encodeURIComponent(id)}` : '/assets'

/** Returns the parent folders in a path as a text: `Invoices / 2026`; empty at the top level. */
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

/** The icon of an asset's type. */
export function assetIcon({ type, mimeType }: Pick<Asset, 'type' | 'mimeType'>): LucideIcon {
  if (type === 'folder') return Folder
  return kinds.find(([pattern]) => pattern.test(mimeType ?? ''))?.[1] ?? File
}
