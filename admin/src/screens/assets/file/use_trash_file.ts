import type { Asset } from '@crossdock/client'
import { useAction } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useNavigate } from 'react-router-dom'
import { folderUrl } from '../model.js'

/** Puts the file of a page into the trash, and leaves for the folder it lay in. */
export function useTrashFile(): (file: Asset) => void {
  const translate = useTranslate()
  const navigate = useNavigate()
  const restore = useAction<unknown, Asset>(({ id }) => ({ path: `assets/${id}/restore` }), {
    invalidates: ['assets', 'dashboard'],
    success: (_data, { name }) => ({ title: translate('assets.trash.restored', { name }) }),
    error: { fallback: translate('assets.trash.restoreFailed') },
  })
  const trash = useAction<unknown, Asset>(
    ({ id }) => ({ path: `assets/${id}`, method: 'DELETE' }),
    {
      invalidates: ['assets', 'dashboard'],
      success: (_data, file) => ({
        title: translate('assets.trash.moved', { name: file.name }),
        action: { label: translate('assets.undo'), onSelect: () => restore.mutate(file) },
      }),
      error: { fallback: translate('assets.trash.failed') },
      onSuccess: (_data, { parentId }) => void navigate(folderUrl(parentId)),
    }
  )
  return trash.mutate
}
