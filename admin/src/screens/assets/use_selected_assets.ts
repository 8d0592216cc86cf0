import type { Asset } from '@crossdock/client'
import { useListContext, type Identifier } from 'ra-core'
import { useRef } from 'react'

/** The files and folders that are selected, also those a search no longer lists. */
export function useSelectedAssets(): Asset[] {
  const { data = [], selectedIds } = useListContext<Asset>()
  const seen = useRef(new Map<Identifier, Asset>()).current
  for (const asset of data) seen.set(asset.id, asset)
  return selectedIds.map((id) => seen.get(id)).filter((asset) => asset !== undefined)
}
