import Divider from '@mui/material/Divider'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { isVisible, usePermissions } from '@crossdock/admin/kit'
import { useRegistry } from '../registry/context.js'
import { useLanguageItems } from '../i18n/use_language_items.js'
import { UserMenuEntry } from './UserMenuEntry.js'

interface UserMenuPopupProps {
  anchor: HTMLElement
  open: boolean
  email: string
  onClose: () => void
}

/** The signed-in person, the languages, their entries, and sign-out. */
export default function UserMenuPopup({ anchor, open, email, onClose }: UserMenuPopupProps) {
  const who = usePermissions()
  const { userMenu } = useRegistry()
  const languages = useLanguageItems(onClose)
  return (
    <Menu
      anchorEl={anchor}
      open={open}
      // An entry may continue its action after the menu closes.
      keepMounted
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
    >
      <MenuItem
        disabled
        sx={{ '&.Mui-disabled': { opacity: 1 }, color: 'text.secondary', fontSize: '0.8125rem' }}
      >
        {email}
      </MenuItem>
      <Divider component="li" sx={{ my: '5px !important' }} />
      {languages}
      <Divider component="li" sx={{ my: '5px !important' }} />
      {userMenu
        .filter((entry) => isVisible(entry, who))
        .map((entry) => (
          <UserMenuEntry key={entry.id} entry={entry} onClose={onClose} />
        ))}
    </Menu>
  )
}
