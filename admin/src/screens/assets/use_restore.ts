import type { Asset } from '@crossdock/client'
import { useAction } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useNavigate } from 'react-router-dom'
import { folderUrl, placeOf } from './model.js'
import { restoreRequest, type Changed } from './requests.js'

// The dashboard, too, because its numbers leave out assets in the trash.
const invalidates = ['assets', 'folders', 'dashboard']

type Restored = Pick<Asset, 'id' | 'name'>

/** Restores files and folders from the trash, all or none, and says where to. */
export function useRestore() {
  const translate = useTranslate()
  const navigate = useNavigate()
  const text = (key: string, values?: object) => translate(`assets.trash.${key}`, values)
  // The folder that several restored assets share.
  const placeIn = ([first, ...others]: Asset[]) => {
    if (!first || others.some(({ parentId }) => parentId !== first.parentId)) return {}
    return {
      description: text('restoredTo', {
        place: placeOf(first.path) || translate('assets.title'),
      }),
      action: {
        label: translate('assets.details.folder'),
        onSelect: () => void navigate(folderUrl(first.parentId)),
      },
    }
  }
  return useAction<Changed, readonly Restored[]>(restoreRequest, {
    invalidates,
    success: (changed, assets) => ({
      title:
        assets.length === 1
          ? text('restored', { name: assets[0]?.name })
          : text('restoredAll', { smart_count: assets.length }),
      ...placeIn([changed].flat()),
    }),
    error: { fallback: text('restoreFailed') },
  })
}
