import IconButton from '@mui/material/IconButton'
import { Icon, lazyPart, Tooltip } from '@crossdock/admin/kit'
import { Languages } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { languageButton } from '../i18n/use_languages.js'

const LanguagePopup = lazyPart(() => import('./LanguagePopup.js'))

/** The language menu for pages without a user menu. */
export function LanguageMenu() {
  const translate = useTranslate()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const label = translate('shell.language')
  return (
    <>
      {/* The tooltip replaces the button's own pointer and focus handlers. */}
      <span onPointerEnter={LanguagePopup.preload} onFocus={LanguagePopup.preload}>
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
      </span>
      <LanguagePopup anchor={anchor} onClose={() => setAnchor(null)} />
    </>
  )
}
