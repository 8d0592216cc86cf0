import type { Asset } from '@crossdock/client'
import { useAction } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { restoreRequest, type Changed } from './requests.js'

// Who shows what is in the trash, or counts what is not.
const invalidates = ['assets', 'folders', 'dashboard']

type Restored = Pick<Asset, 'id' | 'name'>

/** Brings files and folders back from the trash, all or none. */
export function useRestore() {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`assets.trash.${key}`, values)
  return useAction<Changed, readonly Restored[]>(restoreRequest, {
    invalidates,
    success: (_changed, assets) => ({
      title:
        assets.length === 1
          ? text('restored', { name: assets[0]?.name })
          : text('restoredAll', { smart_count: assets.length }),
    }),
    error: { fallback: text('restoreFailed') },
  })
}
