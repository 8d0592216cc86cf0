import Box from '@mui/material/Box'
import MenuItem, { type MenuItemProps } from '@mui/material/MenuItem'
import { Icon } from '@crossdock/admin/kit'
import { Check } from 'lucide-react'
import { forwardRef } from 'react'

interface LanguageItemProps extends MenuItemProps {
  locale: string
  name: string
  chosen: boolean
}

/** A language in a menu, by its own name. */
export const LanguageItem = forwardRef<HTMLLIElement, LanguageItemProps>(function LanguageItem(
  { locale, name, chosen, ...props },
  ref
) {
  return (
    <MenuItem ref={ref} role="menuitemradio" aria-checked={chosen} lang={locale} {...props}>
      <Box component="span" sx={{ display: 'inline-flex', opacity: chosen ? 1 : 0 }}>
        <Icon icon={Check} />
      </Box>
      {name}
    </MenuItem>
  )
})
