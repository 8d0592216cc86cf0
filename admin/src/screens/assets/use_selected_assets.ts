import type { Asset } from '@crossdock/client'
import { useSelectedRecords } from '@crossdock/admin/kit'

/** The files and folders that are selected, also those a search no longer lists. */
export const useSelectedAssets = useSelectedRecords<Asset>
