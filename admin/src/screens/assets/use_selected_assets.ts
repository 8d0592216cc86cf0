import type { Asset } from '@crossdock/client'
import { useSelectedRecords } from '@crossdock/admin/kit'

/** The selected files and folders, including those no longer in the search results. */
export const useSelectedAssets = useSelectedRecords<Asset>
