import Button from '@mui/material/Button'
import { Icon } from '@crossdock/admin/kit'
import { ClipboardPaste } from 'lucide-react'
import { useTranslate } from 'ra-core'
import type { Place } from './model.js'
import { usePaste } from './use_paste.js'

/** Pastes cut or copied assets into the open folder; hidden while the clipboard is empty. */
export function PasteButton({ place }: { place: Place }) {
  const translate = useTranslate()
  const clip = usePaste(place)
  if (!clip) return null
  return (
    <Button variant="outlined" startIcon={<Icon icon={ClipboardPaste} />} onClick={clip.paste}>
      {translate('assets.clip.paste', { smart_count: clip.count })}
    </Button>
  )
}
