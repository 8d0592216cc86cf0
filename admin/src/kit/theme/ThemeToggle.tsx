import IconButton from '@mui/material/IconButton'
import { Moon, Sun } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useEffect } from 'react'
import { Icon } from '../Icon.js'
import { Tooltip } from '../Tooltip.js'
import { useThemeSwitch } from './use_theme_switch.js'

/** Switches between light and dark. The choice is kept for the person, and in this browser for the sign-in page. */
export function ThemeToggle() {
  const { dark, change } = useThemeSwitch()
  const translate = useTranslate()
  const label = translate(dark ? 'shell.toLight' : 'shell.toDark')
  useEffect(() => {
    document.documentElement.dataset.theme = dark ? 'dark' : 'light'
  }, [dark])
  return (
    <Tooltip title={label}>
      <IconButton aria-label={label} onClick={change}>
        <Icon icon={dark ? Sun : Moon} size={18} />
      </IconButton>
    </Tooltip>
  )
}
