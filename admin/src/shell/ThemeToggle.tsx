import IconButton from '@mui/material/IconButton'
import { Icon, Tooltip } from '@crossdock/admin/kit'
import { Moon, Sun } from 'lucide-react'
import { useTheme, useTranslate } from 'react-admin'
import { useEffect } from 'react'

/** Switches between light and dark; the choice is kept in this browser. */
export function ThemeToggle() {
  const [mode, setMode] = useTheme()
  const translate = useTranslate()
  const dark = mode === 'dark'
  const label = translate(dark ? 'shell.toLight' : 'shell.toDark')
  useEffect(() => {
    document.documentElement.dataset.theme = dark ? 'dark' : 'light'
  }, [dark])
  return (
    <Tooltip title={label}>
      <IconButton aria-label={label} onClick={() => setMode(dark ? 'light' : 'dark')}>
        <Icon icon={dark ? Sun : Moon} size={18} />
      </IconButton>
    </Tooltip>
  )
}
