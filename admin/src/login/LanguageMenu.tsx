import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import { Icon, Tooltip } from '@crossdock/admin/kit'
import { Languages } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { LanguageItem } from '../shell/LanguageItem.js'
import { useLanguages } from '../shell/use_languages.js'

/** The language, for whoever has no user menu yet. */
export function LanguageMenu() {
  const translate = useTranslate()
  const { languages, language, choose } = useLanguages()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const label = translate('shell.language')
  return (
    <>
      <Tooltip title={label}>
        <IconButton
          aria-label={label}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          onClick={({ currentTarget }) => setAnchor(currentTarget)}
        >
          <Icon icon={Languages} size={18} />
        </IconButton>
      </Tooltip>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {languages.map(({ locale, name }) => (
          <LanguageItem
            key={locale}
            locale={locale}
            name={name}
            chosen={locale === language}
            onClick={() => {
              setAnchor(null)
              choose(locale)
            }}
          />
        ))}
      </Menu>
    </>
  )
}
