import ButtonBase from '@mui/material/ButtonBase'
import Divider from '@mui/material/Divider'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { Icon, InitialsAvatar, personInitials, type Session } from '@crossdock/admin/kit'
import { ChevronsUpDown, LogOut } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { useSignOut } from './use_sign_out.js'

/** Avatar button; its menu shows who is signed in and ends the session. */
export function UserMenu({ user }: { user: Session['user'] }) {
  const translate = useTranslate()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const signOut = useSignOut()
  const close = () => setAnchor(null)
  return (
    <>
      <ButtonBase
        aria-label={translate('shell.userMenu', { initials: personInitials(user) })}
        aria-haspopup="menu"
        aria-expanded={Boolean(anchor)}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{
          gap: 0.75,
          height: 36,
          px: 0.5,
          borderRadius: '8px',
          color: 'text.secondary',
          '&:hover': { bgcolor: 'action.hover' },
        }}
      >
        <InitialsAvatar person={user} />
        <Icon icon={ChevronsUpDown} size={14} />
      </ButtonBase>
      <Menu
        anchorEl={anchor}
        open={Boolean(anchor)}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      >
        <MenuItem
          disabled
          sx={{ '&.Mui-disabled': { opacity: 1 }, color: 'text.secondary', fontSize: '0.8125rem' }}
        >
          {user.email}
        </MenuItem>
        <Divider component="li" sx={{ my: '5px !important' }} />
        <MenuItem
          disabled={signOut.isPending}
          onClick={() => {
            close()
            signOut.mutate()
          }}
        >
          <Icon icon={LogOut} />
          {translate('shell.signOut')}
        </MenuItem>
      </Menu>
    </>
  )
}
