import type { Asset } from '@crossdock/client'
import { useAction } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'

/** Who shows what is in the trash, or counts what is not. */
export const restoring = ['assets', 'dashboard']

export const restorePath = (id: unknown) => `assets/${String(id)}/restore`

/** Brings a file or folder back from the trash. */
export function useRestore() {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`assets.trash.${key}`, values)
  return useAction<unknown, Pick<Asset, 'id' | 'name'>>(({ id }) => ({ path: restorePath(id) }), {
    invalidates: restoring,
    success: (_data, { name }) => ({ title: text('restored', { name }) }),
    error: { fallback: text('restoreFailed') },
  })
}
