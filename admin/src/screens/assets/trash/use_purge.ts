import type { Asset } from '@crossdock/client'
import { useBulk } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'

/** Permanently deletes assets in the trash, one call for each. */
export function usePurge(onDone: (refused: readonly Asset[]) => void) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`assets.purge.${key}`, values)
  return useBulk<Asset>(({ id }) => ({ path: `assets/${id}/purge` }), {
    invalidates: ['assets', 'dashboard'],
    success: (assets) => ({
      title:
        assets.length === 1
          ? text('done', { name: assets[0]?.name })
          : text('doneAll', { smart_count: assets.length }),
    }),
    error: { fallback: text('failed') },
    onSuccess: ({ refused }) => onDone([...refused.keys()]),
  })
}
