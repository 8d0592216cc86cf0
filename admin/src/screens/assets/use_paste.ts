import { useToast } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useClipboard } from './clipboard.js'
import { useCopyAssets } from './dialogs/use_copy_assets.js'
import { useMove } from './dialogs/use_move.js'
import type { Place } from './model.js'

/** Pastes cut or copied assets into a folder; undefined while the clipboard is empty. */
export function usePaste(place: Place): { count: number; paste: () => void } | undefined {
  const translate = useTranslate()
  const toast = useToast()
  const { clip, put } = useClipboard()
  // Cut assets can be pasted once.
  const move = useMove({ onDone: () => put(undefined) })
  const copy = useCopyAssets()
  if (!clip) return undefined
  const { mode, assets } = clip
  return {
    count: assets.length,
    paste: () => {
      if (move.isPending || copy.isPending) return
      // Remove the toast that says what can be pasted.
      toast({ title: '' })
      if (mode === 'copy') return copy.mutate({ assets, target: place })
      const away = assets.filter(({ parentId }) => parentId !== place.id)
      if (away.length > 0) return move.mutate({ assets: away, target: place })
      toast({ title: translate('assets.clip.here') })
    },
  }
}
