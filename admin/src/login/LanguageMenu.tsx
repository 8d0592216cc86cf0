import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import { Icon, Tooltip } from '@crossdock/admin/kit'
import { Languages } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { useLanguageItems } from '../shell/use_language_items.js'
import { languageButton } from '../shell/use_languages.js'

/** The language, for whoever has no user menu yet. */
export function LanguageMenu() {
  const translate = useTranslate()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const items = useLanguageItems(() => setAnchor(null))
  const label = translate('shell.language')
  return (
    <>
      <Tooltip title={label}>
        <IconButton
          {...languageButton}
          aria-label={label}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          onClick={({ currentTarget }) => setAnchor(currentTarget)}
        >
          <Icon icon={Languages} size={18} />
        </IconButton>
      </Tooltip>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {items}
      </Menu>
    </>
  )
}
