import Divider from '@mui/material/Divider'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { Icon } from '@crossdock/admin/kit'
import { LogOut } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useSignOut } from './use_sign_out.js'

interface UserMenuPopupProps {
  anchor: HTMLElement
  open: boolean
  email: string
  onClose: () => void
}

/** Who is signed in, and the way out. */
export function UserMenuPopup({ anchor, open, email, onClose }: UserMenuPopupProps) {
  const translate = useTranslate()
  const { isPending, signOut } = useSignOut()
  return (
    <Menu
      anchorEl={anchor}
      open={open}
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
      <MenuItem
        disabled={isPending}
        onClick={() => {
          onClose()
          signOut()
        }}
      >
        <Icon icon={LogOut} />
        {translate('shell.signOut')}
      </MenuItem>
    </Menu>
  )
}
