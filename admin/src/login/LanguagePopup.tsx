import Menu from '@mui/material/Menu'
import { useLanguageItems } from '../i18n/use_language_items.js'

interface LanguagePopupProps {
  /** The menu is open while it has an anchor. */
  anchor: HTMLElement | null
  onClose: () => void
}

/** The menu of languages below its button. */
export default function LanguagePopup({ anchor, onClose }: LanguagePopupProps) {
  const items = useLanguageItems(onClose)
  return (
    <Menu anchorEl={anchor} open={anchor !== null} onClose={onClose}>
      {items}
    </Menu>
  )
}
