import Menu from '@mui/material/Menu'
import { useLanguageItems } from '../shell/use_language_items.js'

interface LanguagePopupProps {
  /** Open while there is one. */
  anchor: HTMLElement | null
  onClose: () => void
}

/** The languages below their button. */
export default function LanguagePopup({ anchor, onClose }: LanguagePopupProps) {
  const items = useLanguageItems(onClose)
  return (
    <Menu anchorEl={anchor} open={anchor !== null} onClose={onClose}>
      {items}
    </Menu>
  )
}
